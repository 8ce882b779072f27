import { useEffect, useState } from 'react';
import { useCommands } from '../../hooks/app-context.ts';
import { isLong } from '../../store/attachments.ts';

/** Files that are dropped anywhere in the window are attached. Answers whether some hang over it now. */
export function useDropping(active: boolean): boolean {
  const { attachFiles } = useCommands();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = active ? 'copy' : 'none';
      setOver(active);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      if (active) void attachFiles(files);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [active, attachFiles]);
  return over;
}

/** Pasted pictures, files and long texts are attached; other text goes into the prompt. What brings both, such as a table, is taken as text. */
export function usePasting(): (event: React.ClipboardEvent) => void {
  const { attachFiles, attachText } = useCommands();
  return (event) => {
    const text = event.clipboardData.getData('text/plain');
    const files = [...event.clipboardData.files];
    if (text === '' && files.length > 0) void attachFiles(files);
    else if (isLong(text)) void attachText(text);
    else return;
    event.preventDefault();
  };
}

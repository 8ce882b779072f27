import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useCommands } from '../../hooks/app-context.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

/** Opens the file picker of the system. */
export function AttachButton({ disabled }: { readonly disabled: boolean }) {
  const { attachFiles } = useCommands();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach pictures or text files" disabled={disabled} onClick={() => input.current?.click()}>
        <Icon of={Paperclip} size={0.875} />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          void attachFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </>
  );
}

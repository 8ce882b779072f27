import { useRef } from 'react';
import styles from './shell.module.css';

export interface ResizerProps {
  readonly label: string;
  /** Which side of the panel it stands on. */
  readonly edge: 'left' | 'right';
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** Called with the new width when the drag ends or a key is pressed. */
  readonly onChange: (value: number) => void;
}

const KEY_STEP = 16;

/** The edge of a panel: dragged, or moved with the arrow keys. A slider, since it chooses a number. */
export function Resizer({ label, edge, value, least, most, onChange }: ResizerProps) {
  const drag = useRef<{ readonly from: number; readonly width: number } | null>(null);
  const sign = edge === 'right' ? 1 : -1;
  const clamp = (width: number) => Math.round(Math.min(most, Math.max(least, width)));
  const widthAt = (x: number) => (drag.current === null ? value : clamp(drag.current.width + sign * (x - drag.current.from)));
  const onPointerDown = (event: React.PointerEvent<HTMLInputElement>) => {
    const panel = event.currentTarget.parentElement;
    if (panel === null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { from: event.clientX, width: panel.offsetWidth };
  };
  const onPointerMove = (event: React.PointerEvent<HTMLInputElement>) => {
    if (drag.current === null || event.currentTarget.parentElement === null) return;
    event.currentTarget.parentElement.style.width = `${widthAt(event.clientX)}px`;
  };
  const onPointerUp = (event: React.PointerEvent<HTMLInputElement>) => {
    if (drag.current === null) return;
    const width = widthAt(event.clientX);
    drag.current = null;
    onChange(width);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onChange(clamp(value + sign * (event.key === 'ArrowRight' ? KEY_STEP : -KEY_STEP)));
  };
  return (
    <input
      className={styles.resizer}
      data-edge={edge}
      type="range"
      aria-label={label}
      value={value}
      min={least}
      max={most}
      onChange={(event) => onChange(clamp(Number(event.target.value)))}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onKeyDown={onKeyDown}
    />
  );
}

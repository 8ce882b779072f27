import type { ReactNode } from 'react';
import { useApp, useCommands } from '../hooks/app-context.ts';
import { inspectorWidth, panelShown } from '../store/appearance.ts';
import { Resizer } from './resizer.tsx';
import styles from './shell.module.css';

const ROOT_PX = 16;

const WIDTHS = {
  sidebar: { setting: 'sidebarWidth', least: 180, most: 480 },
  inspector: { setting: 'inspectorWidth', least: 260, most: 900 },
} as const;

const LABELS = { sidebar: 'Sessions', inspector: 'Inspector' } as const;

/** A panel beside the transcript, or over it where the window is narrow. */
export function SidePanel({ panel, children }: { readonly panel: 'sidebar' | 'inspector'; readonly children: ReactNode }) {
  const { closeLayer, setAppearance } = useCommands();
  const { setting, least, most } = WIDTHS[panel];
  const shown = useApp((state) => panelShown(state, panel));
  const overlay = useApp((state) => state.overlays[panel]);
  const width = useApp((state) => (panel === 'inspector' ? inspectorWidth(state) : state.appearance[setting]));
  if (!shown) return null;
  return (
    <>
      {overlay ? (
        <button type="button" className={styles.scrim} aria-label={`Close the ${panel}`} onClick={() => closeLayer(panel)} />
      ) : null}
      <section
        aria-label={LABELS[panel]}
        className={styles.panel}
        data-panel={panel}
        data-overlay={overlay || undefined}
        style={{ width: `${width / ROOT_PX}rem` }}
      >
        {children}
        <Resizer
          label={`Width of the ${panel}`}
          edge={panel === 'sidebar' ? 'right' : 'left'}
          value={width}
          least={least}
          most={most}
          onChange={(next) => void setAppearance({ [setting]: next })}
        />
      </section>
    </>
  );
}

import '../setup.ts';
import '../ui/base.css';
import { desktopOf } from '../bridge/notifier.ts';
import { start } from '../start.tsx';
import { fakeHost } from './fake-host.ts';
import { scene } from './scenes.ts';

/** The window on a scripted host: `?scene=` names what it shows, `?theme=` and `?zoom=` how it looks. */
const asked = new URLSearchParams(location.search);
const host = fakeHost(scene(asked.get('scene') ?? 'finished'), {
  theme: asked.get('theme') === 'dark' ? 'dark' : 'light',
  zoom: Number(asked.get('zoom') ?? '1'),
});
const root = document.getElementById('root');
if (root !== null) start(host.client, root, { memory: sessionStorage, desktop: desktopOf(window) });
Object.assign(window, { harness: host });

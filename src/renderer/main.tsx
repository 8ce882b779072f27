import './setup.ts';
import './ui/base.css';
import { connect } from './bridge/client.ts';
import { desktopOf } from './bridge/notifier.ts';
import { start } from './start.tsx';

const root = document.getElementById('root');
const client = connect(window);
if (root !== null && client !== undefined) start(client, root, { memory: sessionStorage, desktop: desktopOf(window) });
else if (root !== null) root.textContent = 'This page works inside the Steiner app only.';

/** Where the page begins: takes the token, listens to the mock, and shows what it hears. */
import './style/tokens.css';
import './style/base.css';
import './style/shell.css';
import './style/parts.css';
import './style/panels.css';
import './style/deliveries.css';
import './style/live.css';
import './style/steer.css';
import './style/judge.css';
import 'uplot/dist/uPlot.min.css';
import { render } from 'preact';
import { listen } from './feed.ts';
import { followKeys } from './keys.ts';
import { followAddress } from './route.ts';
import { Shell } from './shell.tsx';
import { followTheme } from './theme.ts';

followAddress();
followTheme();
followKeys();
listen();
const place = document.getElementById('console');
if (place !== null) render(<Shell />, place);

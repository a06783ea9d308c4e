// What the console asks first, while the rest of it is still on its way.
import { send } from './lib/call.js';

/** What the server says of itself; asked once for each load of the page. */
export const firstState = send('GET', 'console');
firstState.catch(() => {});

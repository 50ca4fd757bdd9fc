import { checkConfig } from './tools/check-config.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run check-config [-- --mail ADDRESS]`: tries what the server's settings name, and changes nothing. */
await runAsProcess(checkConfig);

import { exchangeParcours } from './tools/parcours-command.ts';
import { runAsProcess } from './tools/tool.ts';

/** `npm run parcours`: writes a parcours to a file, and makes one of a file. */
await runAsProcess(exchangeParcours);

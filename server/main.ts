import { serve } from './commands/serve';
import { runCommand } from './commands/run';

const [command = 'serve', ...rest] = process.argv.slice(2);
if (command === 'serve') await serve();
else process.exit(await runCommand(command, rest));

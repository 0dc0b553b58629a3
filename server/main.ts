import { runCommand } from './commands/run';
import { serve } from './commands/serve';

const [command = 'serve', ...rest] = process.argv.slice(2);
if (command === 'serve') await serve();
else process.exit(await runCommand(command, rest));

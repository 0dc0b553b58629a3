import { reportFailure } from './commands/failure';
import { runCommand } from './commands/run';

const [command = 'serve', ...rest] = process.argv.slice(2);
if (command === 'serve') {
  // Loaded on demand: other commands do not need the routes, and start in half the time.
  const { serve } = await import('./commands/serve');
  await serve().catch((error: unknown) => process.exit(reportFailure(error)));
} else {
  process.exit(await runCommand(command, rest));
}

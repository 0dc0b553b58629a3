import { tellFailure } from './commands/failure';
import { runCommand } from './commands/run';

const [command = 'serve', ...rest] = process.argv.slice(2);
if (command === 'serve') {
  // Loaded when it is asked for: a command does without the routes, and starts in half the time.
  const { serve } = await import('./commands/serve');
  await serve().catch((error: unknown) => process.exit(tellFailure(error)));
} else {
  process.exit(await runCommand(command, rest));
}

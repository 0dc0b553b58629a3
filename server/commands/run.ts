import { openDatabase } from '../db/database';
import { readConfig } from '../config';

/** Runs a command other than `serve`; returns the exit code. */
export async function runCommand(command: string, _args: string[]): Promise<number> {
  switch (command) {
    case 'migrate': {
      readConfig();
      const database = await openDatabase();
      await database.migrate();
      await database.close();
      return 0;
    }
    default:
      process.stderr.write(`Unknown command: ${command}\n`);
      return 2;
  }
}

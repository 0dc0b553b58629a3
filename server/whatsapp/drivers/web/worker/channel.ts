import type { Command, Report } from '../protocol';
import { fromWire, toWire } from '../wire';

declare const self: Worker;

interface ServerChannel {
  report(report: Report): void;
  /** Called once; no command is delivered before. */
  listen(onCommand: (command: Command) => void): void;
  end(): void;
}

/** Messages of a Worker, or the channel of a child process, which ends with its parent. */
export function openChannel(): ServerChannel {
  return Bun.isMainThread ? processChannel() : threadChannel();
}

/** Only this program’s own host writes commands. */
const commandOf = (text: unknown): Command => fromWire(String(text)) as Command;

const threadChannel = (): ServerChannel => ({
  report: (report) => self.postMessage(toWire(report)),
  listen: (onCommand) => self.addEventListener('message', ({ data }) => onCommand(commandOf(data))),
  end: () => process.exit(0),
});

const processChannel = (): ServerChannel => ({
  report: (report) => void process.send?.(toWire(report)),
  listen(onCommand) {
    process.on('message', (data) => onCommand(commandOf(data)));
    process.on('disconnect', () => process.exit(0));
  },
  end: () => process.exit(0),
});

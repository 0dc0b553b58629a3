export interface WritableConnection {
  readonly readyState: number;
  send(data: unknown, done?: (error?: Error) => void): void;
  close(...input: unknown[]): void;
}

const OPEN = 1;

/** The library writes a receipt, after which WhatsApp never resends, before the message is emitted and stored. */
export function delayWrites(connection: WritableConnection): void {
  const send = connection.send.bind(connection);
  const close = connection.close.bind(connection);
  const waiting: unknown[] = [];
  const flush = (): void => {
    for (const data of waiting.splice(0)) send(data);
  };

  connection.send = (data, done) => {
    if (connection.readyState !== OPEN) return send(data, done);
    if (waiting.push(data) === 1) setImmediate(flush);
    done?.();
  };
  connection.close = (...input) => {
    flush();
    close(...input);
  };
}

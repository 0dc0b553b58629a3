import type { SocketContext } from './types';

export async function closeHere({ held, driver }: Pick<SocketContext, 'held' | 'driver'>, id: string): Promise<void> {
  const open = held.get(id);
  if (open === undefined) return;
  held.remove(id);
  await driver(open.driver)?.socket?.close(id, open.generation);
}

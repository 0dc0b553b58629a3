import { BufferJSON } from 'baileys';

import type { Commands } from './commands';

/** What the process of a peer prints when it is ready. */
export interface PeerAddress {
  url: string;
  root: string;
  mediaUrl: string;
  adminUrl: string;
  pid: number;
}

type Input<K extends keyof Commands> = Parameters<Commands[K]>[1];

/** A peer that runs in a process of its own. */
export class PeerClient {
  readonly address: PeerAddress;

  constructor(address: PeerAddress) {
    this.address = address;
  }

  /** Runs one of `commands.ts` there. */
  async run<K extends keyof Commands>(
    command: K,
    ...[input]: Input<K> extends undefined ? [] : [Input<K>]
  ): Promise<Awaited<ReturnType<Commands[K]>>> {
    const response = await fetch(`${this.address.adminUrl}/${command}`, {
      method: 'POST',
      body: JSON.stringify(input ?? {}, BufferJSON.replacer),
    });
    const answer: { value: never; error?: string } = JSON.parse(await response.text(), BufferJSON.reviver);
    if (answer.error !== undefined) throw new Error(`${command}: ${answer.error}`);
    return answer.value;
  }
}

/** Starts the process and waits until it is ready. `stop` ends it; a port lets it start again at the same address. */
export async function startPeerProcess({ port = 0 } = {}) {
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/process.ts`, String(port)], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  let text = '';
  for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  const address: PeerAddress = JSON.parse(text.split('\n')[0] ?? '');
  return {
    client: new PeerClient(address),
    address,
    child,
    async stop() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

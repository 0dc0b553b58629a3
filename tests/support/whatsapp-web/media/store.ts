import { randomBytes } from 'node:crypto';

import { sha256 } from './encryption';

/** What happens to the next request instead of the usual. */
export type MediaFault =
  | { kind: 'status'; status: number }
  /** Flips a bit of the file. */
  | { kind: 'corrupted' }
  /** Ends in the middle. */
  | { kind: 'truncated' }
  /** Never ends. */
  | { kind: 'endless' }
  /** Waits before the answer, so many milliseconds. */
  | { kind: 'slow'; ms: number };

export interface MediaRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
}

const UPLOAD_PATH = /^\/mms\/(?:image|video|document|audio|md-app-state|thumbnail-link)\/([\w-]+)$/;

/** The files of all messages, encrypted, by their path. */
export class MediaStore {
  /** Every request that came. */
  readonly requests: MediaRequest[] = [];
  /** Whether the phone uploads a missing file again when a client asks for it. */
  reupload: 'done' | 'not found' | 'unanswered' = 'done';
  readonly auth = randomBytes(12).toString('base64url');

  private readonly files = new Map<string, Buffer>();
  /** What phones keep, by hash: they can upload it again. */
  private readonly kept = new Map<string, Buffer>();
  private readonly planned: { method: string; fault: MediaFault }[] = [];
  private readonly fault: (text: string) => void;

  constructor(fault: (text: string) => void) {
    this.fault = fault;
  }

  /** Answers the path of the file. */
  add(encrypted: Buffer): string {
    const hash = sha256(encrypted);
    this.kept.set(hash.toString('hex'), encrypted);
    const path = `/v/t62.7118-24/${hash.toString('hex').slice(0, 24)}_${randomBytes(4).toString('hex')}_n.enc?ccb=11-4&oh=${randomBytes(8).toString('hex')}&oe=7FFFFFFF&_nc_sid=5e03e0`;
    this.files.set(path, encrypted);
    return path;
  }

  read(directPath: string): Buffer | undefined {
    return this.files.get(directPath);
  }

  /** The file expires: clients get 404 and may ask the phone for it. */
  remove(directPath: string): void {
    this.files.delete(directPath);
  }

  /** Uploads a kept file again. Answers its new path. */
  restore(fileEncSha256: Uint8Array): string | null {
    const kept = this.kept.get(Buffer.from(fileEncSha256).toString('hex'));
    return kept === undefined ? null : this.add(kept);
  }

  failNext(method: 'GET' | 'POST', fault: MediaFault, { times = 1 } = {}): void {
    this.planned.push(...Array.from({ length: times }, () => ({ method, fault })));
  }

  async handle(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const path = url.pathname + url.search;
    this.requests.push({ method: request.method, path, headers: Object.fromEntries(request.headers) });
    const fault = this.takeFault(request.method);
    if (fault?.kind === 'slow') await Bun.sleep(fault.ms);
    if (fault?.kind === 'status') return new Response('refused', { status: fault.status });
    if (fault?.kind === 'endless') return new Response(endless());
    if (request.method === 'POST') return this.upload(request, url);
    return this.download(path, fault);
  }

  private download(path: string, fault: MediaFault | undefined): Response {
    const stored = this.files.get(path);
    const file = stored && new Uint8Array(stored);
    if (file === undefined) return new Response('not found', { status: 404 });
    if (fault?.kind === 'truncated') return new Response(file.subarray(0, file.length / 2));
    if (fault?.kind !== 'corrupted') return new Response(file);
    file[0] = (file[0] ?? 0) ^ 1;
    return new Response(file);
  }

  private async upload(request: Request, url: URL): Promise<Response> {
    const token = UPLOAD_PATH.exec(url.pathname)?.[1];
    if (token === undefined || token !== url.searchParams.get('token')) {
      this.fault(`an upload to ${url.pathname} without its token`);
      return new Response('bad request', { status: 400 });
    }
    if (url.searchParams.get('auth') !== this.auth) {
      this.fault('an upload without the key of the media connection');
      return new Response('unauthorized', { status: 401 });
    }
    if (request.headers.get('content-length') === null) this.fault('an upload that does not say its length');
    if (request.headers.get('origin') !== 'https://web.whatsapp.com') this.fault('an upload without the origin');
    const file = Buffer.from(await request.arrayBuffer());
    if (sha256(file).toString('base64url') !== token) {
      this.fault('an upload whose bytes are not those of its hash');
      return new Response('wrong hash', { status: 415 });
    }
    const directPath = this.add(file);
    return Response.json({ url: `https://mmg.whatsapp.net${directPath}&mms3=true`, direct_path: directPath });
  }

  private takeFault(method: string): MediaFault | undefined {
    const index = this.planned.findIndex((planned) => planned.method === method);
    return index === -1 ? undefined : this.planned.splice(index, 1)[0]?.fault;
  }
}

const endless = (): ReadableStream<Uint8Array> => {
  const chunk = new Uint8Array(1024 * 1024);
  return new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
};

export interface Said {
  status: number;
  headers: Headers;
  /** Result of the procedure, or undefined. */
  data: any; // oxlint-disable-line typescript/no-explicit-any
  /** Problem of a refusal, or undefined. */
  problem: any; // oxlint-disable-line typescript/no-explicit-any
  text: string;
  /** `Set-Cookie` lines. */
  cookies: string[];
}

interface Call {
  input?: unknown;
  headers?: Record<string, string | undefined>;
  signal?: AbortSignal;
}

/** A browser on the console’s own page: keeps cookies, sends what browsers send. Keeps every body it saw. */
export function openBrowser(url: string, always: Record<string, string | undefined> = {}) {
  const jar = new Map<string, string>();
  const bodies: string[] = [];

  const send = async (method: 'GET' | 'POST', path: string, { input, headers = {}, signal }: Call): Promise<Said> => {
    const query = method === 'GET' && input !== undefined ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
    const all = {
      origin: method === 'POST' ? url : undefined,
      'sec-fetch-site': 'same-origin',
      'content-type': method === 'POST' ? 'application/json' : undefined,
      cookie: jar.size > 0 ? [...jar].map(([name, value]) => `${name}=${value}`).join('; ') : undefined,
      ...always,
      ...headers,
    };
    const response = await fetch(`${url}/trpc/${path}${query}`, {
      method,
      headers: Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ...(method === 'POST' && input !== undefined ? { body: JSON.stringify(input) } : {}),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    bodies.push(text);
    const cookies = response.headers.getSetCookie();
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    // A subscription that is refused says so in its stream.
    const failed = /^event: serialized-error\ndata: (.*)$/m.exec(text)?.[1];
    const body = failed ? { error: JSON.parse(failed) } : text === '' ? {} : JSON.parse(text);
    const { status } = response;
    return {
      status,
      headers: response.headers,
      data: body.result?.data,
      problem: body.error?.data?.problem,
      text,
      cookies,
    };
  };

  return {
    jar,
    bodies,
    query: (path: string, input?: unknown, call: Omit<Call, 'input'> = {}) => send('GET', path, { ...call, input }),
    mutate: (path: string, input?: unknown, call: Omit<Call, 'input'> = {}) => send('POST', path, { ...call, input }),
  };
}

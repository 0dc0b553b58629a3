declare module 'newman' {
  export interface Execution {
    item: { name: string };
    request: { method: string; url: { toString(): string } };
    requestError?: Error;
    response?: { code: number; text(): string };
  }
  export interface Summary {
    run: { executions: Execution[] };
  }
  export interface Options {
    collection: object;
    envVar: { key: string; value: string }[];
    timeoutRequest?: number;
  }
  const newman: { run(options: Options, done: (error: Error | null, summary: Summary) => void): void };
  export default newman;
}

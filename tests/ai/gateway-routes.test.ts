import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import OpenAI, { toFile } from 'openai';

import { startServer } from '../support/app';
import { restClient } from '../support/client';
import { ModelProvider, type ProviderAnswer } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';

const provider = await new ModelProvider().start();
let server: Awaited<ReturnType<typeof startServer>>;
let secret: string;
let client: OpenAI;

beforeAll(async () => {
  server = await startServer({
    aiSandbox: true,
    aiProviders: JSON.stringify([
      {
        slug: 'p',
        base_url: provider.url,
        api_key: 'sk-upstream-secret',
        discover: false,
        models: [{ id: 'm', pricing: { prompt: '0.000001', completion: '0.000002' } }],
      },
    ]),
  });
  secret = (await seedKey(await seedWorkspace(), { scopes: ['ai:invoke'] })).secret;
  client = new OpenAI({ baseURL: `${server.url}/api/v1`, apiKey: secret, maxRetries: 0 });
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});

const json = (body: object): ProviderAnswer => ({ chunks: [JSON.stringify(body)] });
const base64Of = (vector: readonly number[]) => Buffer.from(Float32Array.from(vector).buffer).toString('base64');

describe('embeddings', () => {
  test('the first key embeds: the same text has the same vector, and lists have one each', async () => {
    const { data, usage } = await client.embeddings.create({ model: 'switchboard/echo', input: ['one', 'two', 'one'] });
    expect(data.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(data[0]?.embedding).toHaveLength(256);
    expect(data[2]?.embedding).toEqual(data[0]?.embedding ?? []);
    expect(data[1]?.embedding).not.toEqual(data[0]?.embedding ?? []);
    expect(usage).toMatchObject({ prompt_tokens: 3, cost: '0', cost_status: 'exact' });
  });

  test('vectors have the requested encoding, whatever the provider sends', async () => {
    const vector = [0.5, -0.25, 1];
    const call = restClient(server.url, secret);
    for (const sent of [vector, base64Of(vector)]) {
      provider.answer = () =>
        json({
          object: 'list',
          model: 'm',
          data: [{ object: 'embedding', index: 0, embedding: sent }],
          usage: { prompt_tokens: 7, total_tokens: 7 },
        });
      const asked = (encoding_format?: string) =>
        call('POST', '/embeddings', { model: 'p/m', input: 'a', encoding_format });
      const floats = await asked();
      expect(floats.body.data[0].embedding).toEqual(vector);
      expect(floats.body.usage).toEqual({ prompt_tokens: 7, total_tokens: 7, cost: '0.000007', cost_status: 'exact' });
      expect((await asked('base64')).body.data[0].embedding).toBe(base64Of(vector));
      // The client asks for base64 by itself.
      const { data } = await client.embeddings.create({ model: 'p/m', input: 'a' });
      expect(data[0]?.embedding).toEqual(vector);
    }
    expect(provider.last).toMatchObject({ path: '/v1/embeddings', body: { model: 'm', input: 'a' } });
  });

  test('streams are refused', async () => {
    const body = { model: 'switchboard/echo', input: 'a', stream: true };
    const { status, body: problem } = await restClient(server.url, secret)('POST', '/embeddings', body);
    expect(status).toBe(400);
    expect(problem.error).toMatchObject({ param: 'stream', type: 'invalid_request_error' });
  });
});

describe('transcriptions', () => {
  const audio = () => toFile(Buffer.alloc(5000, 'a'), 'hello "there".ogg', { type: 'audio/ogg' });

  test('the first key transcribes, in every format and as a stream', async () => {
    const text = 'hello "there".ogg, 5000 bytes';
    const create = async (response_format: 'json' | 'verbose_json' | 'text' | 'srt' | 'vtt') =>
      client.audio.transcriptions.create({ file: await audio(), model: 'switchboard/echo', response_format });
    expect(await create('json')).toMatchObject({ text, usage: { cost: '0', cost_status: 'exact' } });
    expect(await create('verbose_json')).toMatchObject({ text, segments: [{ text }] });
    expect(await create('text')).toBe(`${text}\n` as never);
    expect(await create('srt')).toContain('00:00:00,000 --> 00:00:01,000' as never);
    expect(await create('vtt')).toStartWith('WEBVTT');

    const events = await client.audio.transcriptions.create({
      file: await audio(),
      model: 'switchboard/echo',
      stream: true,
    });
    let said = '';
    for await (const event of events) {
      if (event.type === 'transcript.text.delta') said += event.delta;
      if (event.type === 'transcript.text.done') expect(event).toMatchObject({ text, usage: { cost: '0' } });
    }
    expect(said).toBe(text);
  });

  test('the file is sent to the provider unchanged, with all fields and the model’s own id', async () => {
    const usage = { type: 'tokens', input_tokens: 40, output_tokens: 10, total_tokens: 50 };
    provider.answer = () => json({ text: 'Hi', usage });
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const answer = await client.audio.transcriptions.create({
      file: await toFile(bytes, 'a.wav', { type: 'audio/wav' }),
      model: 'p/m',
      language: 'en',
      timestamp_granularities: ['word', 'segment'],
      response_format: 'verbose_json',
    });
    expect(answer).toMatchObject({ text: 'Hi', usage: { ...usage, cost: '0.00006', cost_status: 'exact' } });
    const { headers, raw } = provider.last;
    expect(headers['transfer-encoding']).toBeUndefined();
    expect(headers.authorization).toBe('Bearer sk-upstream-secret');
    const sent = await new Response(new Uint8Array(raw), {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    expect(sent.get('model')).toBe('m');
    expect(sent.getAll('timestamp_granularities[]')).toEqual(['word', 'segment']);
    const file = sent.get('file') as unknown as File;
    expect(file.name).toBe('a.wav');
    expect(raw.toString('latin1')).toContain('\r\nContent-Type: audio/wav\r\n');
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('another provider gets the same file if the first is unreachable', async () => {
    provider.answer = (_request, index) => (index % 2 === 0 ? { status: 500 } : json({ text: 'Hi' }));
    provider.requests.length = 0;
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(5000, 'b')]), 'a.ogg');
    form.append('model', 'p/m');
    form.append('models[]', 'switchboard/echo');
    const response = await fetch(`${server.url}/api/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: form,
    });
    expect(response.headers.get('x-model-used')).toBe('switchboard/echo');
    expect(await response.json()).toMatchObject({ text: 'a.ogg, 5000 bytes' });
  });

  test('an HTML page of the provider is never returned as a transcript', async () => {
    provider.answer = () => ({ headers: { 'content-type': 'text/html' }, chunks: ['<script>alert(1)</script>'] });
    const asked = client.audio.transcriptions.create({ file: await audio(), model: 'p/m', response_format: 'text' });
    expect(await asked.catch((error: unknown) => error)).toMatchObject({ status: 502, code: 'upstream_error' });
  });

  const send = async (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const response = await fetch(`${server.url}/api/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as { detail: string; error: { param: string } } };
  };

  test.each([
    [{ model: 'switchboard/echo' }, 400, 'file'],
    [{ file: new Blob(['a']) }, 400, 'model'],
    [{ file: new Blob([]), model: 'switchboard/echo' }, 400, 'file'],
    [{ file: new Blob(['a']), model: 'switchboard/echo', response_format: 'xml' }, 400, 'response_format'],
    [{ file: new Blob(['a']), model: 'switchboard/none' }, 404, 'model'],
  ] as [Record<string, string | Blob>, number, string][])('%p is refused with %i', async (fields, status, param) => {
    expect(await send(fields)).toMatchObject({ status, body: { error: { param } } });
  });

  test('a file above 25 MiB is refused, whether its size is declared or not', async () => {
    const boundary = 'x';
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`;
    const piece = new Uint8Array(1024 * 1024);
    const chunks = [Buffer.from(head), ...Array.from({ length: 26 }, () => piece)];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = chunks.shift();
        if (next) controller.enqueue(next);
        else controller.close();
      },
    });
    const response = await fetch(`${server.url}/api/v1/audio/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body,
    });
    expect(response.status).toBe(413);
  });
});

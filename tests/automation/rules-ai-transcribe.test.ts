import { afterAll, beforeAll, expect, describe, test } from 'bun:test';

import { PERSON, RECEIVED, startModels } from './rules-ai-support';

let models: Awaited<ReturnType<typeof startModels>>;
beforeAll(async () => {
  models = await startModels();
});
afterAll(() => models.stop());

describe('a voice message becomes text', () => {
  /** The head of a recording of Opus in Ogg. */
  const VOICE = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(24), Buffer.from('OpusHead'), Buffer.alloc(64)]);
  const content = { type: 'voice', media: { base64: VOICE.toString('base64'), mime_type: 'audio/ogg' } };
  const TRANSCRIBE = { type: 'ai_transcribe', model: 'switchboard/echo' };
  const PAYLOAD = { said: '{{ steps[0].text }}', by: '{{ event.data.from.phone }}' };

  async function transcribing(actions: (webhookId: string) => object[]) {
    const scene = await models.scene();
    const { id: webhook } = await scene.expectStatus(201, 'POST', '/webhooks', {
      url: 'switchboard://inbox',
      events: [],
    });
    const rule = await scene.rule({ name: 'Transcribe', trigger: RECEIVED, actions: actions(webhook) });
    const speak = () =>
      scene.expectStatus(201, 'POST', `${scene.at}/sandbox/inbound`, {
        from: PERSON,
        event: { type: 'message', content },
      });
    return { ...scene, webhook, id: rule.id as string, speak };
  }

  test('at a webhook, by switchboard/echo', async () => {
    const { speak, runs, id, events, calls } = await transcribing((webhook_id) => [
      TRANSCRIBE,
      { type: 'webhook', webhook_id, payload: PAYLOAD },
    ]);
    await speak();
    const said = `audio.ogg, ${VOICE.length} bytes`;
    expect(await runs(id)).toMatchObject([{ status: 'succeeded', steps: [{ output: { text: said } }, {}] }]);
    expect((await events('automation.rule.fired')).map(({ data }) => data.payload)).toEqual([{ said, by: PERSON }]);
    expect(await calls()).toMatchObject([
      {
        endpoint: 'audio_transcriptions',
        source: 'automation',
        outcome: 'succeeded',
        requestedModel: 'switchboard/echo',
      },
    ]);
  });

  test('by a provider, which gets the file, the language and the hint', async () => {
    const { speak, runs, id } = await transcribing(() => [
      { ...TRANSCRIBE, model: 'p/m', language: 'de', prompt: 'About {{ rule.name }}' },
    ]);
    models.provider.answer = () => ({ chunks: [JSON.stringify({ text: 'Guten Tag' })] });
    await speak();
    expect(await runs(id)).toMatchObject([
      { status: 'succeeded', steps: [{ output: { text: 'Guten Tag', model: 'p/m' } }] },
    ]);
    const { path, raw } = models.provider.last;
    expect(path).toBe('/v1/audio/transcriptions');
    for (const part of ['name="model"\r\n\r\nm\r\n', 'name="language"\r\n\r\nde', 'About Transcribe']) {
      expect(raw.toString('latin1')).toContain(part);
    }
    expect(raw.includes(VOICE)).toBe(true);
  });

  test('and a message without a recording fails the step', async () => {
    const { write, runs, id, calls } = await transcribing(() => [TRANSCRIBE]);
    await write('No voice');
    expect(await runs(id)).toMatchObject([{ status: 'failed', steps: [{ error: { code: 'nothing_to_transcribe' } }] }]);
    expect(await calls()).toEqual([]);
  });
});

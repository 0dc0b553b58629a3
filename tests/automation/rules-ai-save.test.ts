import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { ASK, RECEIVED, REPLY, startModels } from './rules-ai-support';

let models: Awaited<ReturnType<typeof startModels>>;
beforeAll(async () => {
  models = await startModels();
});
afterAll(() => models.stop());

/** Of a call of `p/m` that `chatAnswer` answers. */
const asking = (change: object = {}) => ({ ...ASK, model: 'p/m', ...change });

describe('a rule is checked when it is saved', () => {
  test('even in the transaction of an Idempotency-Key, before the workspace has listed its models', async () => {
    const { call } = await models.scene();
    const body = { name: 'Answer', trigger: RECEIVED, actions: [ASK, REPLY] };
    const answer = await call('POST', '/rules', body, { 'idempotency-key': 'once' });
    expect(answer.status).toBe(201);
  });

  const manual = { name: 'Ask', trigger: { type: 'manual' } };
  test.each([
    ['an unknown model', { ...manual, actions: [{ ...ASK, model: 'p/none' }] }, 422, '/actions/0/model'],
    [
      'a transcript without messages',
      { ...manual, actions: [{ type: 'ai_transcribe', model: 'switchboard/echo' }] },
      422,
      '/actions/0/type',
    ],
    ['a broken template', { ...manual, actions: [{ ...ASK, prompt: '{{ broken' }] }, 400, '/actions/0/prompt'],
    [
      'a schema with a regular expression',
      { ...manual, actions: [{ ...ASK, prompt: 'x', schema: { type: 'string', pattern: '(a+)+$' } }] },
      400,
      '/actions/0/schema',
    ],
    [
      'history without messages',
      { ...manual, actions: [{ ...ASK, prompt: 'x', history: 3 }] },
      422,
      '/actions/0/history',
    ],
    ['a chat without messages', { ...manual, actions: [{ ...ASK, prompt: 'x' }], chat: {} }, 422, '/chat'],
    [
      'an ignored sender that is none',
      { name: 'A', trigger: RECEIVED, actions: [ASK], chat: { ignore: ['somebody'] } },
      400,
      '/chat/ignore/0',
    ],
  ])('%s', async (_what, body, status, pointer) => {
    const { call } = await models.scene();
    const answer = await call('POST', '/rules', body);
    expect(answer.status).toBe(status);
    expect(answer.body.errors.map((issue: { pointer: string }) => issue.pointer)).toContain(pointer);
  });

  test('a step that calls a model needs the scope of models', async () => {
    const { keyOf } = await models.scene();
    const call = await keyOf({ fullAccess: false, scopes: ['automation.rules:write'] });
    const answer = await call('POST', '/rules', { ...manual, actions: [{ ...ASK, prompt: 'x' }] });
    expect(answer).toMatchObject({ status: 403, body: { required_scopes: ['ai:invoke'] } });
  });

  test('a test shows the request to the model, and calls none', async () => {
    const { answering, expectStatus, calls } = await models.scene();
    const schema = { type: 'object', properties: { topic: { type: 'string' } } };
    const reply = { type: 'reply', text: '{{ steps[0].text }} {{ steps[0].json.topic }}' };
    const id = await answering({ actions: [asking({ system: 'Be kind.', schema }), reply] });
    const data = {
      id: 'msg_01jd9x3k2mf8v9q4zt7w5b6n0c',
      chat_id: 'cht_01jd9x3k2mf8v9q4zt7w5b6n0c',
      instance: { id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c' },
      content: { type: 'text', text: 'Hi' },
    };
    const tested = await expectStatus(200, 'POST', `/rules/${id}/test`, {
      event: { type: 'whatsapp.message.received', data },
    });
    expect(tested.steps[0]).toMatchObject({
      status: 'would_run',
      preview: {
        model: 'p/m',
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: 'Hi' },
        ],
      },
      output: { text: 'The answer of the model', json: { topic: 'text' } },
    });
    expect(models.provider.requests).toEqual([]);
    expect(await calls()).toEqual([]);
  });
});

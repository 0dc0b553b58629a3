import { describe, expect, test } from 'bun:test';

import { decimalText, decimalUnits } from '../../server/ai/providers/decimal';
import { normalise } from '../../server/ai/providers/normalise';
import { MAX_MODELS } from '../../shared/ai/models';

const idsOf = (answer: unknown) => normalise(answer, 'p')?.models.map((model) => model.id);

function one(fields: object) {
  const model = normalise({ data: [{ id: 'a', ...fields }] }, 'p')?.models[0];
  if (model === undefined) throw new Error('No model.');
  return model;
}

describe('a listing', () => {
  test('is read in every known form', () => {
    const forms: [unknown, string[]][] = [
      [{ data: [{ id: 'a' }, { id: 'b' }] }, ['a', 'b']],
      [{ models: [{ id: 'a' }] }, ['a']],
      [[{ id: 'a' }], ['a']],
      [{ data: { a: { name: 'A' }, b: {} } }, ['a', 'b']],
      [{ data: ['a', 'b'] }, ['a', 'b']],
      [['a'], ['a']],
      [{ data: [{ name: 'a' }, { model: 'b' }, { model: 'c', name: 'C' }] }, ['a', 'b', 'c']],
      [{ models: [{ name: 'a' }], data: [{ id: 'b' }] }, ['b']],
      [{ models: [{ name: 'a' }], data: [] }, ['a']],
      [{ data: [] }, []],
      [{ object: 'list', data: null }, []],
    ];
    for (const [answer, ids] of forms) expect(idsOf(answer)).toEqual(ids);
  });

  test('in the form of Ollama’s tags is read', () => {
    const tags = {
      models: [{ name: 'llama3.2:3b', model: 'llama3.2:3b', modified_at: '2024-11-07T17:20:00Z', size: 1 }],
    };
    expect(normalise(tags, 'p')?.models).toMatchObject([{ id: 'llama3.2:3b', created: 1_731_000_000 }]);
  });

  test('that is malformed is distinguished from an empty one', () => {
    for (const answer of [{}, { error: 'x' }, null, 'x', 1, { data: null }, { data: 'x' }]) {
      expect(normalise(answer, 'p')).toBeNull();
    }
  });

  test('keeps the first of duplicate ids and counts the others', () => {
    const result = normalise({ data: [{ id: 'a', name: 'first' }, { id: 'a', name: 'second' }, { id: 'b' }] }, 'p');
    expect(result).toMatchObject({ dropped: 1, models: [{ id: 'a', name: 'first' }, { id: 'b' }] });
  });

  test('keeps every character of an id, and drops ids that cannot be used', () => {
    const good = [
      'meta-llama/Llama-3.1:8b',
      'ünï/模型 🤖',
      'a//b',
      'x'.repeat(254),
      '🤖'.repeat(254),
      '@cf/x',
      'a%2Fb',
    ];
    expect(idsOf(good)).toEqual(good);

    const bad = ['', '  ', 'a\nb', 'a\0', 'a\u0085', 'x'.repeat(255), '🤖'.repeat(255), '\ud800'];
    expect(normalise([...bad, 'ok', { id: 7 }, {}, null, 5, []], 'p')).toMatchObject({
      dropped: bad.length + 5,
      models: [{ id: 'ok' }],
    });
  });

  test('of thousands is cut and counted', () => {
    const many = Array.from({ length: MAX_MODELS + 7 }, (_, index) => `m${index}`);
    const result = normalise({ data: many }, 'p');
    expect(result?.models).toHaveLength(MAX_MODELS);
    expect(result?.dropped).toBe(7);
  });

  test('keeps embeddings, images and speech: no type is guessed by name', () => {
    const ids = ['gpt-5', 'text-embedding-3-small', 'whisper-1', 'dall-e-3', 'tts-1'];
    expect(idsOf(ids)).toEqual(ids);
  });
});

describe('a model', () => {
  test('with only an id has no invented fields', () => {
    const { id, ...rest } = one({ object: null, created: null, owned_by: null });
    expect(id).toBe('a');
    expect(Object.values(rest).filter((value) => value !== null)).toEqual([]);
  });

  test('has its date in seconds, whatever the unit of the source', () => {
    const seconds = 1_731_000_000;
    for (const created of [
      seconds,
      seconds * 1000,
      seconds * 1e6,
      seconds + 0.9,
      '2024-11-07T17:20:00Z',
      `${seconds}`,
    ]) {
      expect(one({ created }).created).toBe(seconds);
    }
    expect(one({ created_at: '2024-11-07T17:20:00.000Z' }).created).toBe(seconds);
    for (const created of [0, -5, 'yesterday', '', true, {}, Number.POSITIVE_INFINITY])
      expect(one({ created }).created).toBeNull();
  });

  test('has the first known context length, in the defined order', () => {
    const fields = [
      { context_length: 1 },
      { max_model_len: 2 },
      { meta: { n_ctx_train: 3 } },
      { context_window: 4 },
      { max_context_length: 5 },
      { max_input_tokens: 6 },
    ];
    fields.forEach((_, index) => {
      expect(one(Object.assign({}, ...fields.slice(index).toReversed())).contextLength).toBe(index + 1);
    });
    expect(one({ context_length: null, max_model_len: '32768' }).contextLength).toBe(32_768);
    for (const context_length of [0, -1, 1.5, 'many', true, 1e30])
      expect(one({ context_length }).contextLength).toBeNull();
  });

  test('has exact decimal prices, only from fields that are per token', () => {
    expect(one({ pricing: { prompt: 0.00000015, completion: 6e-7, request: 0 } }).pricing).toEqual({
      prompt: '0.00000015',
      completion: '0.0000006',
      request: '0',
      input_cache_read: null,
      input_cache_write: null,
      audio_minute: null,
      currency: 'USD',
    });
    const cached = { prompt: 3e-6, completion: 1.5e-5, input_cache_read: '3e-7', input_cache_write: '0.00000375' };
    expect(one({ pricing: cached }).pricing).toMatchObject({
      input_cache_read: '0.0000003',
      input_cache_write: '0.00000375',
    });
    expect(
      one({
        input_cost_per_token: 3e-6,
        output_cost_per_token: 1.5e-5,
        cache_read_input_token_cost: 3e-7,
        cache_creation_input_token_cost: 3.75e-6,
      }).pricing,
    ).toMatchObject({ input_cache_read: '0.0000003', input_cache_write: '0.00000375' });
    expect(one({ input_cost_per_token: '1.5e-6', output_cost_per_token: 0 }).pricing).toMatchObject({
      prompt: '0.0000015',
    });
    for (const pricing of [
      { input: 0.15, output: 0.6 },
      { prompt: 1 },
      { prompt: '-1', completion: '-1' },
      { prompt: 'free', completion: 0 },
      null,
    ]) {
      expect(one({ pricing }).pricing).toBeNull();
    }
  });

  test('has its modalities and parameters as the provider states them, or none', () => {
    const rich = one({
      architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'], tokenizer: 'Llama3' },
      supported_parameters: ['tools', 'tools', 5, 'x'.repeat(65), 'a b', 'temperature'],
      top_provider: { is_moderated: true, max_completion_tokens: 4096 },
    });
    expect(rich).toMatchObject({
      inputModalities: ['text', 'image'],
      outputModalities: ['text'],
      tokenizer: 'Llama3',
      supportedParameters: ['tools', 'temperature'],
      isModerated: true,
      maxOutputTokens: 4096,
    });
    expect(one({ architecture: { modality: 'text+image->text' } })).toMatchObject({
      inputModalities: ['text', 'image'],
      outputModalities: ['text'],
    });
    expect(one({ architecture: { modality: 'odd' } }).inputModalities).toBeNull();
  });

  test('has its texts truncated, without characters that a database cannot store', () => {
    expect(one({ description: 'x'.repeat(100_000) }).description).toHaveLength(2000);
    expect(one({ name: '🤖'.repeat(5000) }).name).toBe('🤖'.repeat(2000));
    expect(one({ name: 'a\0b\ud800' }).name).toBe('ab\ufffd');
    expect(one({ name: {}, description: ' ' })).toMatchObject({ name: null, description: null });
  });
});

describe('decimal text', () => {
  test('is exact', () => {
    const cases: [unknown, string | null][] = [
      [0, '0'],
      [1e-7, '0.0000001'],
      ['1.50', '1.5'],
      ['000.10', '0.1'],
      ['.5', '0.5'],
      ['5.', '5'],
      ['1e3', '1000'],
      ['12.345e1', '123.45'],
      ['-0.1', null],
      ['', null],
      ['.', null],
      ['e5', null],
      ['1e999', null],
      [Number.NaN, null],
      [Number.POSITIVE_INFINITY, null],
      ['0x10', null],
      [null, null],
      ['9'.repeat(100), null],
    ];
    for (const [value, text] of cases) expect(decimalText(value)).toBe(text);
  });

  test('can be added and compared', () => {
    expect(decimalUnits('0.1') + decimalUnits('0.2')).toBe(decimalUnits('0.3'));
    expect(decimalUnits('0.0000001') < decimalUnits('0.000001')).toBe(true);
    expect(decimalUnits('10') > decimalUnits('9.99')).toBe(true);
  });
});

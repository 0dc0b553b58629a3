import { describe, expect, test } from 'bun:test';

import { aliasesIn } from '../../web/features/models/lines';
import { entriesIn, withEntries } from '../../web/ui/form/list-entries';

describe('a list of short texts', () => {
  test('pasted text is split at lines and commas, without blanks', () => {
    expect(entriesIn(' a/b \r\n\n c/*,d ,\n')).toEqual(['a/b', 'c/*', 'd']);
    expect(entriesIn('{"id":"a","n":1}\nb', true)).toEqual(['{"id":"a","n":1}', 'b']);
  });

  test('nothing stands in it twice, and it does not grow beyond its limit', () => {
    expect(withEntries(['a'], ['a', 'b', 'b', 'c', 'd'], 3)).toEqual({
      next: ['a', 'b', 'c'],
      added: 2,
      repeated: ['a', 'b'],
      left: 1,
    });
  });

  test('aliases are read of pasted lines', () => {
    expect(aliasesIn('smart = openai/gpt-5, ollama/qwen3:32b, openai/gpt-5\nno alias\nfast=p/small')).toEqual([
      { name: 'smart', models: ['openai/gpt-5', 'ollama/qwen3:32b'] },
      { name: 'fast', models: ['p/small'] },
    ]);
  });
});

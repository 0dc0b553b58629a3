import { describe, expect, test } from 'bun:test';

import { select } from '../../server/ai/models/select';
import { viewOf, type Viewer } from '../../server/ai/models/view';
import type { AiProvider } from '../../server/ai/providers/provider';
import { MAX_MODELS, ModelQuery, type ModelsSettings } from '../../shared/ai/models';
import { failure, MINUTE, models, ScriptedProvider, TestCatalogue } from './catalogue';

const SETTINGS: ModelsSettings = { aliases: {}, allow: [], deny: [] };
const viewer = (settings: Partial<ModelsSettings> = {}, more: Partial<Viewer> = {}): Viewer => ({
  workspaceId: 'ws_1',
  settings: { ...SETTINGS, ...settings },
  ...more,
});

async function listings(...providers: AiProvider[]) {
  const house = new TestCatalogue(providers);
  await house.catalogue.tick();
  return house.catalogue.listings;
}

const dead = () => new ScriptedProvider('dead', failure());
const many = (slug: string) => new ScriptedProvider(slug, models(...Array.from({ length: 3000 }, (_, i) => `m${i}`)));
const price = (prompt: string, completion: string) => ({ prompt, completion, request: '0', currency: 'USD' });
const ids = (view: { models: readonly { id: string }[] }) => view.models.map((model) => model.id);
const query = (value: object = {}) => ModelQuery.parse(value);

describe('the view of a workspace', () => {
  test('lists all models by id', async () => {
    const all = await listings(new ScriptedProvider('q', models('b', 'a')), new ScriptedProvider('p', models('z')));
    expect(viewOf(all, viewer())).toMatchObject({ warnings: [], partial: [], unavailable: false });
    expect(ids(viewOf(all, viewer()))).toEqual(['p/z', 'q/a', 'q/b']);
  });

  test('contains what it may use: allowed and not denied', async () => {
    const all = await listings(
      new ScriptedProvider('p', models('a', 'b')),
      new ScriptedProvider('q', models('a', 'c')),
    );
    expect(ids(viewOf(all, viewer({ allow: ['p/*'] })))).toEqual(['p/a', 'p/b']);
    expect(ids(viewOf(all, viewer({ deny: ['*/a'] })))).toEqual(['p/b', 'q/c']);
    expect(viewOf(all, viewer({ deny: ['q/*'] })).resolve('q/a')).toBeUndefined();
  });

  test('contains no provider of other workspaces, nor its warnings', async () => {
    const theirs = new ScriptedProvider('theirs', failure());
    theirs.workspaces = ['ws_2'];
    const all = await listings(new ScriptedProvider('p'), theirs);
    expect(viewOf(all, viewer())).toMatchObject({ warnings: [], partial: [] });
    expect(viewOf(all, viewer({}, { workspaceId: 'ws_2' })).partial).toEqual(['theirs']);
    expect(viewOf(all, viewer({ deny: ['theirs/*'] }, { workspaceId: 'ws_2' }))).toMatchObject({
      warnings: [],
      partial: [],
    });
  });

  test('reports what is missing', async () => {
    const old = new ScriptedProvider('old');
    const house = new TestCatalogue([new ScriptedProvider('ok'), old, new ScriptedProvider('dead', failure())]);
    await house.catalogue.tick();
    old.answer = failure('provider_timeout');
    await house.pass(5 * MINUTE);

    const view = viewOf(house.catalogue.listings, viewer());
    expect(view.partial).toEqual(['old', 'dead']);
    expect(view.warnings).toMatchObject([
      { code: 'provider_timeout', provider: 'old', fallback: 'stale' },
      { code: 'provider_error', provider: 'dead', fallback: 'none' },
    ]);
    expect(view.unavailable).toBe(false);
    expect(ids(view)).toEqual(['ok/a', 'old/a']);
  });

  test('is unavailable if all providers fail and no model was ever known', async () => {
    expect(viewOf(await listings(dead()), viewer()).unavailable).toBe(true);
    expect(viewOf(await listings(dead(), new ScriptedProvider('p', models())), viewer()).unavailable).toBe(false);
    const unsupported = await listings(new ScriptedProvider('p', failure('discovery_unsupported')));
    expect(viewOf(unsupported, viewer())).toMatchObject({ unavailable: false, partial: ['p'] });
  });

  test('reports that there is no provider', () => {
    expect(viewOf([], viewer())).toMatchObject({
      models: [],
      warnings: [{ code: 'no_provider_configured', provider: null }],
      partial: [],
      unavailable: false,
    });
  });

  test('is cut at the limit of a workspace', async () => {
    const view = viewOf(await listings(many('p'), many('q')), viewer());
    expect(view.models).toHaveLength(MAX_MODELS);
    expect(view.warnings).toMatchObject([{ code: 'models_dropped', detail: expect.stringContaining('1000 models') }]);
  });
});

describe('a name', () => {
  test('is an id, or the id at the provider if only one model has it', async () => {
    const all = await listings(
      new ScriptedProvider('p', models('a', 'x/y')),
      new ScriptedProvider('q', models('a', 'b')),
    );
    const { resolve } = viewOf(all, viewer());
    expect(resolve('p/a')?.id).toBe('p/a');
    expect(resolve('b')?.id).toBe('q/b');
    expect(resolve('x/y')?.id).toBe('p/x/y');
    for (const name of ['a', '', 'p/', 'toString', '__proto__', 'nope']) expect(resolve(name)).toBeUndefined();
    expect(viewOf(all, viewer({ deny: ['q/a'] })).resolve('a')?.id).toBe('p/a');
  });

  test('is an alias, which leads to the first usable model', async () => {
    const first = new ScriptedProvider('p');
    const house = new TestCatalogue([first, new ScriptedProvider('q', models('b'))]);
    await house.catalogue.tick();
    const aliases = { default: ['p/gone', 'p/a', 'q/b'], fast: ['b'], lost: ['p/gone'], cheap: ['p/a'] };
    const view = () => viewOf(house.catalogue.listings, viewer({ aliases }));

    expect(view().models.map((model) => model.aliases)).toEqual([['cheap', 'default'], ['fast']]);
    expect(view().resolve('default')).toMatchObject({ id: 'p/a', aliases: ['cheap', 'default'] });
    expect(view().resolve('lost')).toBeUndefined();

    first.answer = failure();
    for (const wait of [5, 1, 2]) await house.pass(wait * MINUTE);
    expect(view().models.map((model) => model.aliases)).toEqual([['cheap'], ['default', 'fast']]);
    expect(viewOf(house.catalogue.listings, viewer()).models.map((model) => model.aliases)).toEqual([[], []]);
  });
});

describe('a query', () => {
  const p = new ScriptedProvider('p', models('cheap', 'dear', 'blind'));
  p.models = [
    {
      id: 'cheap',
      name: 'zeta',
      uses: ['draft', 'reply'],
      supported_parameters: ['tools', 'seed'],
      pricing: price('0.0000001', '0.0000002'),
    },
    {
      id: 'dear',
      name: 'Alpha',
      uses: ['draft'],
      supported_parameters: ['tools'],
      input_modalities: ['text', 'image'],
      pricing: price('0.000001', '9'),
    },
  ];
  const q = new ScriptedProvider('q', failure());
  q.models = [{ id: 'Own' }];

  test('filters', async () => {
    const view = viewOf(await listings(p, q), viewer());
    const found = (value: object) => ids(select(view, query(value)));
    expect(found({})).toEqual(['p/blind', 'p/cheap', 'p/dear', 'q/Own']);
    expect(found({ provider: ['q'] })).toEqual(['q/Own']);
    expect(found({ provider: ['q', 'none'] })).toEqual(['q/Own']);
    expect(found({ q: 'ALPHA' })).toEqual(['p/dear']);
    expect(found({ q: 'own' })).toEqual(['q/Own']);
    expect(found({ use: ['draft'] })).toEqual(['p/cheap', 'p/dear']);
    expect(found({ use: ['draft', 'reply'] })).toEqual(['p/cheap']);
    expect(found({ supported_parameters: ['tools', 'seed'] })).toEqual(['p/cheap']);
    expect(found({ input_modalities: ['image'] })).toEqual(['p/dear']);
    expect(found({ output_modalities: ['audio'] })).toEqual([]);
    expect(found({ status: ['degraded', 'unavailable'] })).toEqual(['q/Own']);
    expect(found({ status: ['available'], use: ['draft'], q: 'dear' })).toEqual(['p/dear']);
  });

  test('keeps the warnings of the providers it names', async () => {
    const view = viewOf(await listings(p, q), viewer());
    expect(select(view, query({ provider: ['p'] }))).toMatchObject({ warnings: [], partial: [] });
    expect(select(view, query({ q: 'dear' })).partial).toEqual(['q']);
  });

  test('sorts, and breaks ties by id', async () => {
    const view = viewOf(await listings(p, q), viewer());
    const sorted = (sort: string) => ids(select(view, query({ sort })));
    expect(sorted('name')).toEqual(['p/dear', 'q/Own', 'p/blind', 'p/cheap']);
    expect(sorted('price')).toEqual(['p/cheap', 'p/dear', 'p/blind', 'q/Own']);
    expect(sorted('-created')).toEqual(['p/blind', 'p/cheap', 'p/dear', 'q/Own']);
  });

  test('sorts by date, newest first', async () => {
    const provider = new ScriptedProvider('p', models('old', 'new'));
    const { answer } = provider;
    if (!(answer instanceof Promise) && answer.ok) {
      provider.answer = {
        ...answer,
        models: answer.models.map((model) => ({ ...model, created: model.id === 'new' ? 2 : 1 })),
      };
    }
    const view = viewOf(await listings(provider), viewer());
    expect(ids(select(view, query({ sort: '-created' })))).toEqual(['p/new', 'p/old']);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { plainWords } from '../../server/automation/rules/engine/chat';
import { queries } from '../../server/db/database';
import { waMessages } from '../../server/whatsapp/schema/messages';
import { database } from '../support/app';
import { chatAnswer } from '../support/model-provider';
import { PERSON, startModels } from './rules-ai-support';

let models: Awaited<ReturnType<typeof startModels>>;
beforeAll(async () => {
  models = await startModels();
});
afterAll(() => models.stop());

const chat = (change: object = {}) => ({ throttle: null, chat: { pause_minutes: 0, ...change } });

/** All messages of a workspace so far were written that long ago. */
async function age(workspaceId: string, minutes: number): Promise<void> {
  const rows = await queries(database).select().from(waMessages).where(eq(waMessages.workspaceId, workspaceId));
  for (const { id, createdAt, providerAt } of rows) {
    const earlier = (time: Date) => new Date(time.getTime() - minutes * 60_000);
    const set = { createdAt: earlier(createdAt), providerAt: providerAt && earlier(providerAt) };
    await queries(database).update(waMessages).set(set).where(eq(waMessages.id, id));
  }
}

describe('the rule stays silent', () => {
  test('after a stop word, until the session is over', async () => {
    const { answering, write, runs, sent, workspaceId } = await models.scene();
    const id = await answering(chat({ stop_words: ['Human, please'], session_minutes: 60 }));
    await write('Hello');
    expect(await sent()).toEqual(['Hello']);
    await write('human  please!');
    await write('Are you there?');
    expect(await sent()).toEqual(['Hello']);
    expect((await runs(id)).map(({ status, reason }: Record<string, unknown>) => [status, reason])).toEqual([
      ['succeeded', null],
      ['canceled', 'stop_word'],
      ['canceled', 'stop_word'],
    ]);
    await age(workspaceId, 61);
    await write('Good morning');
    expect(await sent()).toEqual(['Hello', 'Good morning']);
  });

  test('for ignored senders, however their number is written, and for no others', async () => {
    const { answering, write, runs, sent } = await models.scene();
    const id = await answering(chat({ ignore: ['+1 (555) 010-0031'] }));
    await write('Hello');
    await write('Hi', '+15550100032');
    expect(await sent()).toEqual(['Hi']);
    expect((await runs(id))[0]).toMatchObject({
      status: 'canceled',
      reason: 'ignored',
      steps: [{ status: 'pending' }, {}],
    });
  });

  test('in ignored chats', async () => {
    const { answering, write, runs, sent } = await models.scene();
    const { data } = await write('Before the rule');
    const id = await answering(chat({ ignore: [data[0].chat_id] }));
    await write('Hello');
    expect(await runs(id)).toMatchObject([{ reason: 'ignored' }]);
    expect(await sent()).toEqual([]);
  });

  test('while a person answers, and answers again after the pause', async () => {
    const { answering, write, runs, sent, expectStatus, at, workspaceId } = await models.scene();
    const id = await answering(chat({ pause_minutes: 30 }));
    await write('Hello');
    expect(await sent()).toEqual(['Hello']);
    await expectStatus(202, 'POST', `${at}/messages`, { to: PERSON, content: { type: 'text', text: 'This is Anna' } });
    await write('Hello Anna');
    expect((await runs(id)).at(-1)).toMatchObject({ status: 'canceled', reason: 'person_answers' });
    expect(await sent()).toEqual(['Hello', 'This is Anna']);
    await age(workspaceId, 31);
    await write('One more thing');
    expect(await sent()).toEqual(['Hello', 'This is Anna', 'One more thing']);
  });

  test('when a person answers while the model does', async () => {
    const { answering, write, runs, sent, expectStatus, at } = await models.scene();
    models.provider.answer = async () => {
      const message = { to: PERSON, content: { type: 'text', text: 'I am on it' } };
      await expectStatus(202, 'POST', `${at}/messages`, message);
      return chatAnswer('Too late');
    };
    const actions = [
      { type: 'ai_complete', model: 'p/m', prompt: 'Hi' },
      { type: 'reply', text: '{{ steps[0].text }}' },
    ];
    const id = await answering({ ...chat({ pause_minutes: 30 }), actions });
    await write('Hello');
    expect(await runs(id)).toMatchObject([
      { status: 'canceled', reason: 'person_answers', steps: [{ status: 'succeeded' }, { status: 'pending' }] },
    ]);
    expect(await sent()).toEqual(['I am on it']);
  });

  test('after the last reply of a session', async () => {
    const { answering, write, runs, sent, idle, workspaceId } = await models.scene();
    const id = await answering(chat({ max_replies: 2, session_minutes: 60 }));
    for (const text of ['One', 'Two', 'Three']) {
      await write(text);
      await idle();
    }
    expect(await sent()).toEqual(['One', 'Two']);
    expect((await runs(id)).at(-1)).toMatchObject({ status: 'canceled', reason: 'session_limit' });
    await age(workspaceId, 61);
    await write('Four');
    expect(await sent()).toEqual(['One', 'Two', 'Four']);
  });
});

test('the model gets only messages of the session', async () => {
  const { answering, write, idle, workspaceId } = await models.scene();
  models.provider.answer = () => chatAnswer('Yes');
  const actions = [
    { type: 'ai_complete', model: 'p/m', prompt: '{{ event.data.content.text }}', history: 10 },
    { type: 'reply', text: '{{ steps[0].text }}' },
  ];
  await answering({ ...chat({ session_minutes: 60 }), actions });
  await write('Old');
  await idle();
  await age(workspaceId, 90);
  await write('New');
  await idle();
  await write('Newer');
  await idle();
  const contents = (models.provider.last.body['messages'] as { content: string }[]).map(({ content }) => content);
  expect(contents).toEqual(['New', 'Yes', 'Newer']);
});

test('a rule never answers its own messages, nor other sent messages', async () => {
  const { answering, write, runs, expectStatus, at, idle } = await models.scene();
  const id = await answering(chat());
  await expectStatus(202, 'POST', `${at}/messages`, { to: PERSON, content: { type: 'text', text: 'From us' } });
  await idle();
  expect(await runs(id)).toEqual([]);
  await write('Hello');
  await idle();
  // The reply is a message of the chat as well.
  expect(await runs(id)).toHaveLength(1);
});

test('words are compared without case, space and punctuation', () => {
  expect(plainWords('  STOP!! ')).toBe('stop');
  expect(plainWords('Human,\nplease')).toBe('human please');
  expect(plainWords('🛑')).toBe('🛑');
});

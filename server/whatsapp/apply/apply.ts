import type { ConnectionNews, News, PairingNews } from '../drivers/news';
import type { MessageRow } from '../present/messages';
import { holdInstance, type Work } from '../work';
import { cleaned } from './clean';
import { applyCall, applyContact, applyPresence } from './contact';
import { applyWord } from './early';
import { applyGroup } from './group';
import { applyHealth } from './health';
import { applyMessage, type Receive } from './message';
import { applyTemplate } from './template';

/** What a provider tells, but for the state of the connection itself. */
export type AppliedNews = Exclude<News, ConnectionNews | PairingNews>;

/**
 * Applies one thing that a provider tells, in the transaction of the work, which is to hold the instance
 * (`lock: true`): what is told twice, or out of order, ends the same. Returns an incoming message that is new.
 */
export async function applyNews(
  work: Work,
  told: AppliedNews,
  { receive }: { receive: Receive },
): Promise<MessageRow | undefined> {
  await holdInstance(work);
  const news = cleaned(told);
  switch (news.kind) {
    case 'message': {
      const row = await applyMessage(work, news, receive);
      return row?.direction === 'inbound' ? row : undefined;
    }
    case 'status':
    case 'reaction':
    case 'edit':
    case 'revoke':
    case 'poll_vote':
      await applyWord(work, news);
      return undefined;
    case 'health':
      await applyHealth(work, news);
      return undefined;
    case 'contact':
      await applyContact(work, news);
      return undefined;
    case 'presence':
      await applyPresence(work, news);
      return undefined;
    case 'call':
      await applyCall(work, news);
      return undefined;
    case 'group':
      await applyGroup(work, news);
      return undefined;
    default:
      await applyTemplate(work, news);
      return undefined;
  }
}

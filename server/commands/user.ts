import { parseArgs } from 'node:util';

import { normaliseEmail } from '../../shared/access/accounts';
import { auditInstance, createResetLink, userTarget } from '../access';
import { findUserByEmail, lockUser } from '../access/system/accounts';
import { print, UsageError, withInstallation } from './installation';

/** Lets a locked-out person sign in again without e-mail. */
export async function userCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [verb, given, ...more] = positionals;
  if (verb !== 'reset-link' || given === undefined || more.length > 0) {
    throw new UsageError('Usage: user reset-link <email>');
  }
  const email = normaliseEmail(given);
  if (email === undefined) throw new UsageError(`${given} is not an e-mail address.`);

  const url = await withInstallation(async (ctx) => {
    const user = await findUserByEmail(ctx.store, email);
    if (!user) throw new Error(`There is no account with the address ${email}.`);

    return ctx.store.transaction(async (tx) => {
      const current = await lockUser(tx, user.id);
      if (current?.status !== 'active')
        throw new Error(`${email} is suspended. Resume the account in the console first.`);
      const link = await createResetLink(ctx, tx, current);
      const target = userTarget(user);
      const actor = { type: 'system' as const, name: 'Command line' };
      await auditInstance({ ...ctx, actor }, tx, { action: 'instance.reset_link_created', target });
      return link.url;
    });
  });
  print(`Link to set a new password, valid once within 30 minutes: ${url}`);
  return 0;
}

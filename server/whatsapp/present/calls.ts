import type { InferSelectModel } from 'drizzle-orm';

import { Call } from '../../../shared/whatsapp/call';
import { presentAs } from '../../present-as';
import type { waCalls } from '../schema/people';
import { type ContactRow, party, UNKNOWN_PARTY } from './contacts';

export type CallRow = InferSelectModel<typeof waCalls>;

export const presentCall = (row: CallRow, caller: ContactRow | undefined): Call =>
  presentAs(Call, row, { object: 'whatsapp.call', party: caller ? party(caller) : UNKNOWN_PARTY });

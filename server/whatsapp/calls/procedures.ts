import { Call, CallId } from '../../../shared/whatsapp/call';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { rejectCall } from './reject';

const send = routesFor('whatsapp.messages:send');

export const callsRouter = router({
  reject: send('POST /whatsapp/instances/{instance_id}/calls/{call_id}/reject', 'Reject a call', {
    description:
      'Rejects a call that still rings. The id is that of the event `whatsapp.call.received`. Returns the call. To reject every call, use the setting `reject_calls` of the instance.',
    ...managed,
    capability: 'call.reject',
    errors: [...MANAGED_ERRORS, 'invalid_state'],
  }).run(CallId, Call, rejectCall),
});

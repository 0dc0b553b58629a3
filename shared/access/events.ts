import { z } from 'zod';

import { defineEvent, exampleIn } from '../events/definition';
import { Invitation } from './invitations';
import { ApiKey } from './key-answers';
import { Member } from './members';
import { Workspace } from './workspaces';

const keyEvent = (label: string, summary: string, data: z.ZodObject = ApiKey, example?: object) =>
  defineEvent({
    surface: 'getting-started',
    tag: 'Keys',
    scope: 'keys:read',
    label,
    summary,
    data,
    ...(example ? { example: { ...exampleIn(ApiKey), ...example } } : {}),
  });
const workspaceEvent = <T extends z.ZodType>(label: string, summary: string, data: T, tag = 'Members') =>
  defineEvent({ surface: 'getting-started', tag, scope: 'workspace:read', label, summary, data });

export const ACCESS_EVENTS = {
  'api_key.created': keyEvent('Key created', 'An API key was created.'),
  'api_key.updated': keyEvent('Key updated', 'An API key was changed.'),
  'api_key.rotated': keyEvent('Key rotated', 'An API key got a new secret.'),
  'api_key.revoked': keyEvent('Key revoked', 'An API key was revoked.'),
  'api_key.expired': keyEvent('Key expired', 'An API key has expired.'),
  'api_key.expiry_warned': keyEvent('Key expires soon', 'An API key expires in 14, 3 or 1 days.'),
  'api_key.leaked': keyEvent(
    'Key leaked',
    'An API key was reported as found in public.',
    ApiKey.extend({
      source_url: z.string().nullable().describe('URL where the key was found.'),
      action: z.enum(['revoked', 'alerted']).describe('Action that was taken.'),
    }).meta({ id: 'LeakedApiKey', extends: 'ApiKey' }),
    {
      status: 'revoked',
      revoked_at: '2026-11-21T09:30:00.000Z',
      revoked_reason: 'leaked',
      source_url: 'https://example.com/public/settings.py',
      action: 'revoked',
    },
  ),
  'member.added': workspaceEvent('Member added', 'A user joined the workspace.', Member),
  'member.updated': workspaceEvent('Member updated', 'The role of a member was changed.', Member),
  'member.removed': workspaceEvent('Member removed', 'A member left or was removed.', Member),
  'invitation.created': workspaceEvent('Invitation created', 'A person was invited to the workspace.', Invitation),
  'invitation.accepted': workspaceEvent('Invitation accepted', 'An invitation was accepted.', Invitation),
  'invitation.revoked': workspaceEvent('Invitation revoked', 'An invitation was revoked.', Invitation),
  'workspace.updated': workspaceEvent(
    'Workspace updated',
    'Settings of the workspace were changed.',
    Workspace,
    'Workspaces',
  ),
  'workspace.suspended': workspaceEvent(
    'Workspace suspended',
    'The workspace was suspended. All of its keys are refused.',
    Workspace,
    'Workspaces',
  ),
  'workspace.resumed': workspaceEvent(
    'Workspace resumed',
    'The workspace was resumed. Its keys work again.',
    Workspace,
    'Workspaces',
  ),
} as const;

import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { ListTemplates, SyncedTemplates, Template, TemplateId, TemplatePage } from '../../../shared/whatsapp/template';
import { CreateTemplate } from '../../../shared/whatsapp/template-inputs';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { createTemplate } from './create';
import { getTemplate, listTemplates, syncTemplates } from './service';

const common = { capability: 'template.read', errors: ['unsupported_by_driver'] } as const;
const write = routesFor('whatsapp.templates:write');
const read = routesFor('whatsapp.templates:read');

export const templatesRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/templates', 'List templates', {
    description: 'Lists the message templates of the account, as of the last sync or the last notification from Meta.',
    ...common,
  }).run(ListTemplates, TemplatePage, listTemplates),

  get: read('GET /whatsapp/instances/{instance_id}/templates/{template_id}', 'Get a template', {
    description: 'Returns one template with its components in Meta’s format.',
    ...common,
    etag: true,
  }).run(TemplateId, Template, getTemplate),

  create: write('POST /whatsapp/instances/{instance_id}/templates', 'Create a template', {
    description:
      'Submits a template to Meta for review. Its status is usually `pending` until the event `whatsapp.template.status_changed`; the sandbox approves it after one second. Authentication templates and headers with a file are created at Meta.',
    ...managed,
    status: 201,
    capability: 'template.write',
    errors: MANAGED_ERRORS,
    examples: {
      request: {
        name: 'spring_offer',
        language: 'en_US',
        category: 'marketing',
        header: { text: 'Hello {{1}}', example: 'Ada' },
        body: { text: 'Spring is here: {{1}} off until {{2}}.', examples: ['20%', 'Sunday'] },
        footer: 'Reply STOP to end',
        buttons: [{ type: 'quick_reply', text: 'Stop' }],
      },
    },
  }).run(CreateTemplate, Template, createTemplate),

  sync: write('POST /whatsapp/instances/{instance_id}/templates/sync', 'Sync templates', {
    description:
      'Loads all templates of the account from the provider and removes those that no longer exist there. For 24 hours after a sync, a `cloud` instance rejects a message whose template, language or values do not match, before the message is queued. Without a sync, Meta decides. Returns how many templates changed.',
    ...managed,
    capability: 'template.read',
    errors: MANAGED_ERRORS,
  }).run(InstanceId, SyncedTemplates, syncTemplates),
});

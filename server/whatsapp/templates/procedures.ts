import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { ListTemplates, SyncedTemplates, Template, TemplateId, TemplatePage } from '../../../shared/whatsapp/template';
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
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

  sync: write('POST /whatsapp/instances/{instance_id}/templates/sync', 'Sync templates', {
    description:
      'Loads all templates of the account from the provider and removes those that no longer exist there. For 24 hours after a sync, a `cloud` instance rejects a message whose template, language or values do not match, before the message is queued. Without a sync, Meta decides. Returns how many templates changed.',
    ...managed,
    capability: 'template.read',
    errors: MANAGED_ERRORS,
  }).run(InstanceId, SyncedTemplates, syncTemplates),
});

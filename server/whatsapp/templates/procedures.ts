import { InstanceId } from '../../../shared/whatsapp/instance-inputs';
import { ListTemplates, SyncedTemplates, Template, TemplateId, TemplatePage } from '../../../shared/whatsapp/template';
import { procedure, router } from '../../trpc/procedures';
import { managed, MANAGED_ERRORS } from '../management';
import { getTemplate, listTemplates, syncTemplates } from './service';

const place = { surface: 'whatsapp', capability: 'template.read', errors: ['unsupported_by_driver'] } as const;
const tags = ['WhatsApp templates'];
const TEMPLATES = '/whatsapp/instances/{instance_id}/templates';
const reading = procedure('whatsapp.templates:read');

export const templatesRouter = router({
  list: reading
    .meta({
      ...place,
      openapi: {
        method: 'GET',
        path: TEMPLATES,
        tags,
        summary: 'List templates',
        description:
          'Lists the message templates of the account, as of the last sync or the last notification from Meta.',
      },
    })
    .input(ListTemplates)
    .output(TemplatePage)
    .query(({ ctx, input }) => listTemplates(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: `${TEMPLATES}/{template_id}`,
        tags,
        summary: 'Get a template',
        description: 'Returns one template with its components in Meta’s format.',
      },
    })
    .input(TemplateId)
    .output(Template)
    .query(({ ctx, input }) => getTemplate(ctx, input)),

  sync: procedure('whatsapp.templates:write')
    .meta({
      ...managed,
      capability: 'template.read',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${TEMPLATES}/sync`,
        tags,
        summary: 'Sync templates',
        description:
          'Loads all templates of the account from the provider and removes those that no longer exist there. For 24 hours after a sync, a `cloud` instance rejects a message whose template, language or values do not match, before the message is queued. Without a sync, Meta decides. Returns how many templates changed.',
      },
    })
    .input(InstanceId)
    .output(SyncedTemplates)
    .mutation(({ ctx, input }) => syncTemplates(ctx, input)),
});

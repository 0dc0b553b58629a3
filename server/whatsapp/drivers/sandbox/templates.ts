import { sendError } from '../../send-error';
import { ProviderRefusal, type TemplateCalls } from '../driver';
import type { DriverTemplateEvent } from '../driver-events';
import type { Network } from './network';
import { eventStep } from './steps';

const APPROVAL_MS = 1000;

const HELLO_WORLD: DriverTemplateEvent = {
  kind: 'template',
  providerTemplateId: 'sbx.hello_world',
  name: 'hello_world',
  language: 'en_US',
  status: 'approved',
  category: 'utility',
  quality: 'green',
  components: [
    { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
    { type: 'BODY', text: 'Welcome and congratulations! This message demonstrates your ability to send a template.' },
  ],
};

export const createSandboxTemplates = (network: Network): TemplateCalls => ({
  async list({ id }) {
    const { templates } = await network.read(id);
    const now = network.now();
    return [
      HELLO_WORLD,
      ...templates.map(({ template, approvedAt }) =>
        new Date(approvedAt) <= now ? { ...template, status: 'approved' } : template,
      ),
    ];
  },

  async create(instance, { name, language, category, components }) {
    const template: DriverTemplateEvent = {
      kind: 'template',
      providerTemplateId: `sbx.${name}.${language}`,
      name,
      language,
      status: 'pending',
      category,
      components,
    };
    const isSame = (one: DriverTemplateEvent): boolean => one.name === name && one.language === language;
    const isNew = await network.change(instance, ({ templates }) => {
      if ([HELLO_WORLD, ...templates.map((one) => one.template)].some(isSame)) return false;
      templates.push({ template, approvedAt: new Date(network.now().getTime() + APPROVAL_MS).toISOString() });
      return true;
    });
    if (!isNew) throw new ProviderRefusal('refused', sendError('template_invalid'));
    await network.schedule(instance, [eventStep(APPROVAL_MS, { ...template, status: 'approved' })]);
    return template;
  },
});

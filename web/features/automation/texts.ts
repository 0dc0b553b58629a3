import { defineTexts } from '../../i18n/texts';

/** Of the parts that all pages of automation share. */
export const t = defineTexts(
  {
    automation: 'Automation',
    publications: 'Publications',
    deliveries: 'Publication deliveries',
    endpoints: 'Inbound endpoints',
    rules: 'Rules',
    connect: 'Connect',

    time: 'Time',
    status: 'Status',

    object: 'object',
    request: 'request',
    run: 'run',
    delivery: 'delivery',

    // Versions
    versions: 'Versions',
    version: 'Version {version, number}',
    current: 'Current',
    configuration: 'Configuration of version {version, number}',
    restore: 'Restore version {version, number}',
    restoreQuestion: 'Restore version {version, number}?',
    restoreAction: 'Restore version',
    restoreHelp: 'This creates a new version with the same configuration. Later versions stay in the list.',
    restored: 'Version {version, number} restored',
    notRestored: 'Could not restore the version',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);

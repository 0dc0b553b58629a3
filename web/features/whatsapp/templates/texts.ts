import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    // List
    name: 'Name',
    language: 'Language',
    category: 'Category',
    status: 'Status',
    quality: 'Quality',
    find: 'Find by name',
    templates: 'Templates',
    template: 'Template',
    templateNoun: 'template',
    sync: 'Sync templates',
    synced: '{count, plural, one {# template synced} other {# templates synced}}',
    syncDetail: '{added, number} new, {changed, number} changed, {removed, number} removed.',
    notSynced: 'Could not sync templates',
    empty: 'No templates yet',
    emptyHelp: 'Create and approve templates at Meta, then sync them here.',

    // Values
    category_authentication: 'Authentication',
    category_marketing: 'Marketing',
    category_utility: 'Utility',
    quality_green: 'High',
    quality_yellow: 'Medium',
    quality_red: 'Low',
    quality_unknown: 'Not rated yet',
    status_approved: 'Approved',
    status_pending: 'In review',
    status_in_appeal: 'In appeal',
    status_rejected: 'Rejected',
    status_disabled: 'Disabled',
    status_paused: 'Paused',

    // One template
    rejected: 'Meta rejected this template: {reason}',
    variables: 'Variables',
    named: 'Named',
    numbered: 'Numbered',
    id: 'ID',
    updated: 'Updated',
    sendInTester: 'Send in tester',
    preview: 'Preview',
    definition: 'Definition',
    components: 'Components',
    buttons: 'Buttons',
    button: 'Button',
    header: 'header',
    unknownPart: 'Unknown component',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);

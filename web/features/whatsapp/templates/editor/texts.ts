import { defineTexts } from '../../../../i18n/texts';

export const t = defineTexts(
  {
    createTitle: 'Create template',
    createTemplate: 'Create template',
    cancel: 'Cancel',
    created: 'Template {name} created',
    inReview: 'Meta reviews the template before you can send it.',

    // Fields
    name: 'Name',
    nameHelp: 'Lower-case letters, digits and underscores.',
    language: 'Language',
    category: 'Category',
    headerOptional: 'Header (optional)',
    headerExample: 'Example of the header variable',
    body: 'Body',
    bodyHelp: 'Variables are numbers such as {example1} or names such as {example2}.',
    addVariable: 'Add variable',
    exampleOf: 'Example of {name}',
    footerOptional: 'Footer (optional)',
    characters: '{count} of {max} characters',

    // Buttons
    buttons: 'Buttons',
    button: 'Button',
    buttonTitle: 'Button {number}: {type}',
    quickReply: 'quick reply',
    link: 'link',
    call: 'phone number',
    addQuickReply: 'Add quick reply',
    addLink: 'Add link',
    addCall: 'Add phone number',
    removeButton: 'Remove {title}',
    label: 'Label',
    address: 'URL',
    addressHelp: 'The URL can end with a variable.',
    wholeAddress: 'Example of the whole URL',
    phone: 'Phone number',

    // Preview
    preview: 'Preview',
    previewEmpty: 'The message appears here as you type.',

    // Errors
    enterName: 'Enter a name.',
    nameInvalid: 'Use only lower-case letters, digits and underscores.',
    enterBody: 'Enter the text of the message.',
    enterLabel: 'Enter a label.',
    enterUrl: 'Enter a URL that begins with https://.',
    enterPhone: 'Enter a phone number with country code, such as +15550100000.',
    tooLong: 'Use at most {count, plural, one {# character} other {# characters}}.',
    variableInvalid: 'A variable is a number, or a name of lower-case letters, digits and underscores.',
    variablesMixed: 'Use numbers for all variables, or names for all.',
    variablesOrder: 'Number the variables from 1 without gaps.',
    variableAtEdge: 'Put text before the first and after the last variable.',
    variablesAdjacent: 'Put text between two variables.',
    variableCount: 'Use at most one variable here.',
    variableNotAllowed: 'Variables are not allowed here.',
    urlVariable: 'Use at most one variable, numbered 1, at the end of the URL.',
    exampleMissing: 'Enter an example. Meta reviews the template with it.',
    buttonsMixed: 'Put all quick replies together, before or after the other buttons.',
    tooManyLinks: 'Use at most two links.',
    tooManyCalls: 'Use at most one phone number.',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);

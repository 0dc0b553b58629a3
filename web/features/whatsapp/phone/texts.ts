import { defineTexts } from '../../../i18n/texts';

export const t = defineTexts(
  {
    // Bubbles
    phone: 'Phone',
    writeAs: 'Reply as {name}',
    forwarded: 'Forwarded',
    quoted: 'Message',
    reactions: 'Reactions:',
    edited: 'edited',
    openSent: 'Sent message: show details',
    openReceived: 'Received message: show details',
    today: 'Today',
    yesterday: 'Yesterday',

    // Content
    deleted: 'This message was deleted',
    reactionRemoved: 'Reaction removed',
    reacted: 'Reacted {emoji}',
    template: 'Template <b>{name}</b>',
    votedFor: 'Voted for {options}',
    voteRemoved: 'Vote removed',
    newNumber: 'New number: {phone}',
    numberChanged: 'The phone number changed',
    newPhone: 'A new phone was set up',
    undecryptable: 'This message could not be decrypted yet. It appears once the sender’s phone sends it again.',
    contactCard: 'Contact card',
    shortLink: 'Short link',

    // Files
    file_pending: 'Downloading the file…',
    file_failed: 'The file could not be downloaded',
    file_expired: 'The file has expired',
    picture: 'Image without a description',
    file: 'File',
  },
  { 'pt-BR': () => import('./texts.pt-BR') },
);

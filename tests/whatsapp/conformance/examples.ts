import { FILES, inline } from './files';

/** A content of each type that can be sent. */
export const EXAMPLES = {
  text: { type: 'text', text: 'Grüße 👋🏽' },
  image: { type: 'image', media: inline(FILES.image), caption: 'Our cat' },
  video: { type: 'video', media: inline(FILES.video), caption: 'The tour' },
  audio: { type: 'audio', media: inline(FILES.audio) },
  voice: { type: 'voice', media: inline(FILES.voice) },
  document: { type: 'document', media: inline(FILES.document), filename: 'invoice.pdf' },
  sticker: { type: 'sticker', media: inline(FILES.sticker) },
  location: { type: 'location', latitude: 52.5, longitude: 13.4, name: 'Office' },
  contacts: {
    type: 'contacts',
    contacts: [{ name: { formatted: 'Ada', first: 'Ada' }, phones: [{ phone: '+15550100099' }] }],
  },
  buttons: { type: 'buttons', body: 'Shall we?', footer: 'Soon', buttons: [{ id: 'y', title: 'Yes' }] },
  list: {
    type: 'list',
    body: 'Which one?',
    button: 'Choose',
    sections: [{ title: 'Sizes', rows: [{ id: 's', title: 'Small', description: 'For one' }] }],
  },
  cta_url: { type: 'cta_url', body: 'Have a look', title: 'Open', url: 'https://example.com/menu' },
  poll: { type: 'poll', question: 'When?', options: ['Monday', 'Tuesday'], selectable_count: 1 },
} as const;

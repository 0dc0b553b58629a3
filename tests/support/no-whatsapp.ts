/** Nothing listens at this `TestPeer`, so that no test reaches WhatsApp. */
export const NO_WHATSAPP = {
  url: 'ws://127.0.0.1:9',
  root: Buffer.alloc(33, 5).toString('base64'),
  mediaUrl: 'http://127.0.0.1:9',
};

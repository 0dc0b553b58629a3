import {
  CheckContacts,
  CheckedContacts,
  Contact,
  ContactAbout,
  ContactId,
  ContactPage,
  ContactPicture,
  ListContacts,
  ContactAddress,
  ResolveContact,
  UpdateContact,
} from '../../../shared/whatsapp/contact';
import { procedure, router } from '../../trpc/procedures';
import { managed, MANAGED_ERRORS } from '../management';
import { checkContacts, contactAbout, contactPicture, resolveContact } from './look';
import { getContact, listContacts, setBlocked, updateContact } from './service';

const place = { surface: 'whatsapp' } as const;
const tags = ['WhatsApp contacts'];
const CONTACTS = '/whatsapp/instances/{instance_id}/contacts';
const CONTACT = `${CONTACTS}/{contact_id}` as const;
const reading = procedure('whatsapp.contacts:read');
const writing = procedure('whatsapp.contacts:write');

export const contactsRouter = router({
  list: reading
    .meta({
      ...place,
      capability: 'contact.list',
      errors: ['unsupported_by_driver'],
      openapi: {
        method: 'GET',
        path: CONTACTS,
        tags,
        summary: 'List contacts',
        description: 'Lists the contacts of an instance.',
      },
    })
    .input(ListContacts)
    .output(ContactPage)
    .query(({ ctx, input }) => listContacts(ctx, input)),

  get: reading
    .meta({
      ...place,
      etag: true,
      openapi: {
        method: 'GET',
        path: CONTACT,
        tags,
        summary: 'Get a contact',
        description: 'Returns one contact. The id of a merged contact returns the contact it was merged into.',
      },
    })
    .input(ContactId)
    .output(Contact)
    .query(({ ctx, input }) => getContact(ctx, input)),

  update: writing
    .meta({
      ...place,
      etag: true,
      errors: ['precondition_failed'],
      examples: { request: { name: 'Sheena Nelson' } },
      openapi: {
        method: 'PATCH',
        path: CONTACT,
        tags,
        summary: 'Update a contact',
        description: 'Updates your name for the contact, its opt-out and its metadata.',
      },
    })
    .input(UpdateContact)
    .output(Contact)
    .mutation(({ ctx, input }) => updateContact(ctx, input)),

  check: reading
    .meta({
      ...managed,
      capability: 'contact.check',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${CONTACTS}/check`,
        tags,
        summary: 'Check phone numbers',
        description:
          'Checks which phone numbers are on WhatsApp. Returns one result for each number, in the order of the request.',
      },
    })
    .input(CheckContacts)
    .output(CheckedContacts)
    .mutation(({ ctx, input }) => checkContacts(ctx, input)),

  resolve: reading
    .meta({
      ...managed,
      errors: MANAGED_ERRORS,
      bodySchema: ContactAddress,
      openapi: {
        method: 'POST',
        path: `${CONTACTS}/resolve`,
        tags,
        summary: 'Find a contact by address',
        description:
          'Returns the contact that has the address, or 404. An unknown phone number is looked up on WhatsApp if the driver supports that.',
      },
    })
    .input(ResolveContact)
    .output(Contact)
    .mutation(({ ctx, input }) => resolveContact(ctx, input)),

  get_picture: reading
    .meta({
      ...managed,
      capability: 'contact.picture',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'GET',
        path: `${CONTACT}/picture`,
        tags,
        summary: 'Get a contact’s picture',
        description: 'Returns the URL of the profile picture. The URL is cached for one day.',
      },
    })
    .input(ContactId)
    .output(ContactPicture)
    .query(({ ctx, input }) => contactPicture(ctx, input)),

  get_about: reading
    .meta({
      ...managed,
      capability: 'contact.about',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'GET',
        path: `${CONTACT}/about`,
        tags,
        summary: 'Get a contact’s about text',
        description: 'Returns the “about” text of the contact’s profile. The text is cached for one day.',
      },
    })
    .input(ContactId)
    .output(ContactAbout)
    .query(({ ctx, input }) => contactAbout(ctx, input)),

  block: writing
    .meta({
      ...managed,
      capability: 'contact.block',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${CONTACT}/block`,
        tags,
        summary: 'Block a contact',
        description: 'Blocks a contact, so that it can no longer write to the account. Returns the contact.',
      },
    })
    .input(ContactId)
    .output(Contact)
    .mutation(({ ctx, input }) => setBlocked(ctx, input, true)),

  unblock: writing
    .meta({
      ...managed,
      capability: 'contact.block',
      errors: MANAGED_ERRORS,
      openapi: {
        method: 'POST',
        path: `${CONTACT}/unblock`,
        tags,
        summary: 'Unblock a contact',
        description: 'Unblocks a contact, so that it can write to the account again. Returns the contact.',
      },
    })
    .input(ContactId)
    .output(Contact)
    .mutation(({ ctx, input }) => setBlocked(ctx, input, false)),
});

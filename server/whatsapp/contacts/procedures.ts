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
import { router } from '../../trpc/procedures';
import { routesFor } from '../../trpc/routes';
import { managed, MANAGED_ERRORS } from '../management';
import { checkContacts, contactAbout, contactPicture, resolveContact } from './look';
import { getContact, listContacts, setBlocked, updateContact } from './service';

const read = routesFor('whatsapp.contacts:read');
const write = routesFor('whatsapp.contacts:write');

export const contactsRouter = router({
  list: read('GET /whatsapp/instances/{instance_id}/contacts', 'List contacts', {
    description: 'Lists the contacts of an instance.',
    capability: 'contact.list',
    errors: ['unsupported_by_driver'],
  }).run(ListContacts, ContactPage, listContacts),

  get: read('GET /whatsapp/instances/{instance_id}/contacts/{contact_id}', 'Get a contact', {
    description: 'Returns one contact. The id of a merged contact returns the contact it was merged into.',
  }).run(ContactId, Contact, getContact),

  update: write('PATCH /whatsapp/instances/{instance_id}/contacts/{contact_id}', 'Update a contact', {
    description: 'Updates your name for the contact, its opt-out and its metadata.',
    examples: { request: { name: 'Sheena Nelson' } },
  }).run(UpdateContact, Contact, updateContact),

  check: read('POST /whatsapp/instances/{instance_id}/contacts/check', 'Check phone numbers', {
    description:
      'Checks which phone numbers are on WhatsApp. Returns one result for each number, in the order of the request.',
    ...managed,
    capability: 'contact.check',
    errors: MANAGED_ERRORS,
  }).run(CheckContacts, CheckedContacts, checkContacts),

  resolve: read('POST /whatsapp/instances/{instance_id}/contacts/resolve', 'Find a contact by address', {
    description:
      'Returns the contact that has the address, or 404. An unknown phone number is looked up on WhatsApp if the driver supports that.',
    ...managed,
    errors: MANAGED_ERRORS,
    bodySchema: ContactAddress,
  }).run(ResolveContact, Contact, resolveContact),

  get_picture: read('GET /whatsapp/instances/{instance_id}/contacts/{contact_id}/picture', 'Get a contact’s picture', {
    description: 'Returns the URL of the profile picture. The URL is cached for one day.',
    ...managed,
    capability: 'contact.picture',
    errors: MANAGED_ERRORS,
  }).run(ContactId, ContactPicture, contactPicture),

  get_about: read('GET /whatsapp/instances/{instance_id}/contacts/{contact_id}/about', 'Get a contact’s about text', {
    description: 'Returns the “about” text of the contact’s profile. The text is cached for one day.',
    ...managed,
    capability: 'contact.about',
    errors: MANAGED_ERRORS,
  }).run(ContactId, ContactAbout, contactAbout),

  block: write('POST /whatsapp/instances/{instance_id}/contacts/{contact_id}/block', 'Block a contact', {
    description: 'Blocks a contact, so that it can no longer write to the account. Returns the contact.',
    ...managed,
    capability: 'contact.block',
    errors: MANAGED_ERRORS,
  }).run(ContactId, Contact, (ctx, input) => setBlocked(ctx, input, true)),

  unblock: write('POST /whatsapp/instances/{instance_id}/contacts/{contact_id}/unblock', 'Unblock a contact', {
    description: 'Unblocks a contact, so that it can write to the account again. Returns the contact.',
    ...managed,
    capability: 'contact.block',
    errors: MANAGED_ERRORS,
  }).run(ContactId, Contact, (ctx, input) => setBlocked(ctx, input, false)),
});

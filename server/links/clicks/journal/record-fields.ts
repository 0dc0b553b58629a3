import type { ClickRecord } from './record';

type ClickFields = [
  id: string,
  workspaceId: string,
  domainId: string,
  linkId: string,
  linkVersion: number,
  tagIds: readonly string[],
  at: number,
  address: string,
  userAgent: string,
  referrer: string,
  language: string,
  country: string | null,
  query: string,
  destination: string,
  targetKey: string | null,
  trigger: ClickRecord['trigger'],
  clickClass: ClickRecord['class'],
  used: boolean,
  interest: number,
];

/** 30 % smaller than an object and faster. New fields are appended and may be absent in older records. */
export const clickText = (click: ClickRecord): string => JSON.stringify(fieldsOf(click));

function fieldsOf(click: ClickRecord): ClickFields {
  return [
    click.id,
    click.workspaceId,
    click.domainId,
    click.linkId,
    click.linkVersion,
    click.tagIds,
    click.at,
    click.address,
    click.userAgent,
    click.referrer,
    click.language,
    click.country,
    click.query,
    click.destination,
    click.targetKey,
    click.trigger,
    click.class,
    click.used,
    click.interest,
  ];
}

export const readBatch = (text: string): ClickRecord[] => (JSON.parse(text) as ClickFields[]).map(clickOf);

const clickOf = (fields: ClickFields): ClickRecord => ({
  id: fields[0],
  workspaceId: fields[1],
  domainId: fields[2],
  linkId: fields[3],
  linkVersion: fields[4],
  tagIds: fields[5],
  at: fields[6],
  address: fields[7],
  userAgent: fields[8],
  referrer: fields[9],
  language: fields[10],
  country: fields[11],
  query: fields[12],
  destination: fields[13],
  targetKey: fields[14],
  trigger: fields[15],
  class: fields[16],
  used: fields[17],
  interest: fields[18],
});

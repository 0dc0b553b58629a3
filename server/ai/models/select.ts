import type { Model, ModelQuery, ModelWarning } from '../../../shared/ai/models';
import { decimalUnits } from '../providers/decimal';
import type { View } from './view';

interface Selection {
  models: readonly Model[];
  warnings: readonly ModelWarning[];
  partial: readonly string[];
}

type Filters = Omit<ModelQuery, 'limit' | 'cursor'>;

export function select(view: View, query: Filters): Selection {
  const isSelected = (slug: string | null) => slug === null || (query.provider?.includes(slug) ?? true);
  return {
    models: ORDERS[query.sort](view.models.filter((model) => matches(model, query))),
    warnings: view.warnings.filter((warning) => isSelected(warning.provider)),
    partial: view.partial.filter(isSelected),
  };
}

function matches(model: Model, query: Filters): boolean {
  return (
    (query.provider?.includes(model.provider.slug) ?? true) &&
    (query.status?.includes(model.status) ?? true) &&
    includesAll(model.uses, query.use) &&
    includesAll(model.supported_parameters, query.supported_parameters) &&
    includesAll(model.architecture.input_modalities, query.input_modalities) &&
    includesAll(model.architecture.output_modalities, query.output_modalities) &&
    (query.q === undefined || mentions(model, query.q.toLowerCase()))
  );
}

const includesAll = (values: readonly string[] | null, wanted: readonly string[] | undefined): boolean =>
  wanted?.every((item) => values?.includes(item) ?? false) ?? true;

const mentions = ({ id, name, description }: Model, part: string): boolean =>
  [id, name, description].some((text) => text?.toLowerCase().includes(part) ?? false);

type Sorter = (models: readonly Model[]) => readonly Model[];

/** Sorting is stable, so the order by id breaks ties. */
const ORDERS: Record<Filters['sort'], Sorter> = {
  id: (models) => models,
  name: (models) => models.toSorted((a, b) => compare(a.name, b.name)),
  '-created': (models) => models.toSorted((a, b) => b.created - a.created),
  price: byPrice,
};

/** Sorts by the sum of an input and an output token; currencies stay apart, since they have no common rate. */
function byPrice(models: readonly Model[]): Model[] {
  const priced = models.map((model) => ({
    model,
    currency: model.pricing?.currency ?? '~',
    units: model.pricing === null ? 0n : decimalUnits(model.pricing.prompt) + decimalUnits(model.pricing.completion),
  }));
  return priced
    .toSorted((a, b) => compare(a.currency, b.currency) || compare(a.units, b.units))
    .map(({ model }) => model);
}

const compare = <T extends string | bigint>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

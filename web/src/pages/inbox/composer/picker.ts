/** A list above the field, whose rows the arrows and Enter choose. */
export const PANEL =
  'absolute inset-x-3 bottom-full z-20 mb-1 grid max-h-72 overflow-y-auto rounded-lg border ' +
  'border-line bg-raised p-1 shadow-lg';

export const PICKER_ROW =
  'flex w-full items-baseline gap-2 rounded-md px-2.5 py-1.5 text-left hover:bg-hover';

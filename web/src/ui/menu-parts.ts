import { DropdownMenu } from 'radix-ui';

export const Radix = DropdownMenu;

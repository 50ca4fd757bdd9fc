import { MismatchError } from './cluster/agreement.ts';
import { MediaStoreError } from './cluster/media-bucket.ts';
import { DatabaseInUseError, MovedAwayError } from './cluster/move-records.ts';
import { DatabaseAddressError } from './cluster/postgres-database.ts';
import { ConfigError } from './config.ts';
import { DemoAccountsError } from './demo/seed.ts';
import { AddressError } from './serve.ts';
import { DataDirError } from './store/data-dir.ts';
import { DatabaseVersionError } from './store/database.ts';
import { StoreOwnerError } from './store/media-owner.ts';
import { MapArchiveError } from './store/tiles.ts';

/** Errors of a start that the operator can fix, reported by their message alone. */
export const OPERATOR_ERRORS = [
  ConfigError,
  AddressError,
  DataDirError,
  DatabaseAddressError,
  DatabaseInUseError,
  DatabaseVersionError,
  DemoAccountsError,
  MapArchiveError,
  MediaStoreError,
  MismatchError,
  MovedAwayError,
  StoreOwnerError,
];

/**
 * SHA-256 of each merged migration. Their files never change: the gateway refuses a database on which another text was
 * applied.
 */
export const MERGED_MIGRATIONS: Readonly<Record<string, string>> = {
  '0001_foundation.sql': 'c43d4970cda5de60bb29c71b36c385ec96fd7d0b5a1752df73dbd8d830af74e4',
  '0002_contacts.sql': '8e083c44451ba1d2dab7bb099b521a63718c8efc5e4c5d43505cc23cd8e6b154',
  '0003_official_cloud.sql': '0fbffe5dd311855b356be87a699979d1788d4c029adb3af173998d6a9689cf44',
  '0004_official_accounts.sql': '2499816003d9c6833e414a242b0be5df5669cad775f6e1db198b4168a284560f',
  '0005_webhooks.sql': '69e8b1965c32e3c85cf134d570dee0495be505ffc79bd94eb83f5bee12ac9f82',
  '0006_broadcasts.sql': '38037161dc1f4afbc8448363ee877cb750d68918c6a82500ca491d4b1d7960ff',
  '0007_restrictions.sql': 'e17788336d821f6deda2fded7f7d6dc1ef67e32e0fa8de81774500177ba43d53',
  '0008_event_backlog.sql': 'b477172ab6f1b3c7551688b11585d0308e693e1a2b83597b7f69e84c899d2964',
  '0009_message_states.sql': '9ea1d02c95b71dc08200dc5de3fb5232b5b88981723c72053450f02f0bfcdef3',
  '0010_devices_by_provider_id.sql': '91b893efa1f3240cfd4bd0f1046b8de80e45629a1a392780fe18223a942a1dda',
  '0011_failing_webhooks.sql': 'e7954cade4761292aa65f33912be381144a268992e3027de6d859ba65905de53',
  '0012_api_key_bounds.sql': 'a19af14d8743a71cbc32035fe600ed2aa5f272161521d215975dfcc2ea368cb2',
  '0013_audit_log.sql': 'af43e62c07d1bd1348eadb873aedbc1bcfb997422a2fd1c72658443422c6320d',
  '0014_public_message_ids.sql': 'c76e7118ee7cbc60a1996a5d0bb486ca359206f5fc5cb4d5b87812bbf900fd70',
  '0015_message_counters.sql': 'b1eda10a86873343b14c149831545371003273f572f2ff708b2110abf88fe307',
  '0016_account_standing.sql': '13c37fa5162342677d53efbb9ab38dc163faf074b66b1ce8135dfac76022c1d0',
  '0017_evidence.sql': '22b4c51d3eedc5c5f7e53fdfb0dec43a916cc881cb42cd597ab30a750aa75ead',
  '0018_number_checks.sql': '9f8c148b08bef1c74a5b83bdaf4f111ab9ffec049ea4dbf0262e7f2aeba608ec',
  '0019_message_changes.sql': '9562277937bc66399453a5cbce5d355263a7563098796d0ccd43b4555714c250',
  '0020_conversations.sql': '33713834020aa16b55e1346652191f9a1a68a2d49c26033aaec0cb6233d8fd06',
  '0021_message_history.sql': 'df8fd81b1b9b0828915939d25f5f8d0fb8a060bafb3a8c95bcf08faa66e3d8b8',
  '0022_templates.sql': 'e5c15586c96c5e30fac78772ea7f86f616a587b055cedf2c6397a79b5f88f901',
  '0023_reply_window.sql': '0a2b18735b5388121e201004e19d0b19f3d7fcb9dc52abc1b78db3b27e78f6d9',
  '0024_search.sql': '0b115182f7d603a3f68c9cfe60597b5d3db6f996c6a4a721db027d9e64314493',
  '0025_quick_replies.sql': 'ca94a0ddfa2a7d7cebfcd1d76b36ec66ce0ec8ec6f590bc26401d9983475a217',
  '0026_message_media.sql': '0d0e8610273936ff9b802924500720190453f7ace05cc9466148f0e63671c5d7',
  '0027_ownership.sql': 'd68721ebf78bacb8510895596e4bf74ec2b04e31476796b8767938a16c6852b6',
  '0028_erased_words.sql': 'ac677be6343802f2f8292c1839ff316c5d200c1d8022cdeb6caacff1ece2ef5e',
};

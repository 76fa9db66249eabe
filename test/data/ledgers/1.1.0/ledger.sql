-- Dump of a ledger.db that version 1.1.0 wrote: a killed and a stopped service, orders in every state, a kill switch, two keys.
PRAGMA journal_mode = WAL;
BEGIN TRANSACTION;
CREATE TABLE accounts (account_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO "accounts" VALUES('acc_1');
INSERT INTO "accounts" VALUES('acc_2');
CREATE TABLE anomaly_entries (seq INTEGER PRIMARY KEY) STRICT;
CREATE TABLE asset_reviews (
    generic_asset_id INTEGER PRIMARY KEY,
    status TEXT NOT NULL,
    simulated INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT,
    category TEXT NOT NULL,
    members TEXT NOT NULL,
    reviewed_by TEXT NOT NULL,
    why TEXT NOT NULL,
    reviewed_at INTEGER NOT NULL
  ) STRICT;
CREATE TABLE bindings (
    instrument_id INTEGER PRIMARY KEY,
    venue TEXT NOT NULL,
    venue_instrument_id TEXT NOT NULL
  ) STRICT;
INSERT INTO "bindings" VALUES(1001,'Demo','RAIN-LON-27JUL21');
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    at INTEGER NOT NULL,
    cause TEXT NOT NULL,
    actor TEXT NOT NULL,
    events TEXT NOT NULL,
    hash TEXT NOT NULL
  ) STRICT;
INSERT INTO "entries" VALUES(1,1,1795439288347,'start','operator','[{"type":"ServiceStarted","version":"1.1.0","profile":"sandbox","settings":[{"name":"port","value":"0"},{"name":"sandbox.exchanges","value":"false"},{"name":"rate.read.per_second","value":"1000000"},{"name":"rate.read.burst","value":"1000000"},{"name":"rate.write.per_second","value":"1000000"},{"name":"rate.write.burst","value":"1000000"},{"name":"rate.risk.per_second","value":"1000000"},{"name":"rate.risk.burst","value":"1000000"},{"name":"rate.failed_auth.per_second","value":"1000000"},{"name":"rate.failed_auth.burst","value":"1000000"},{"name":"log.level","value":"\"warn\""}]}]','b60f93c78f7ad67bf2095cd6f4497a24cdc4d7e6d1390b9a7d0abcbb6c81df48');
INSERT INTO "entries" VALUES(2,1,1795439290018,'reconciled','Demo','[{"type":"VenueMarkAdvanced","venue":"Demo","mark":"0"}]','781d97b9e9f3f8f6f4f89ff3b21402ef201a3cb127ccdf0356e5466a1a19d1a4');
INSERT INTO "entries" VALUES(3,1,1795439290131,'account_new','operator','[{"type":"AccountCreated","account_id":"acc_1"}]','f6e065a1b666404c77abb433b64e24c02965ecf3b8bba3c382f979a5cb781473');
INSERT INTO "entries" VALUES(4,1,1795439290134,'subaccount_new','operator','[{"type":"SubaccountCreated","subaccount":{"account_id":"acc_1","subaccount_id":"sa_1","name":"Desk one"}}]','5b99124c5783ff22f68089f02f0c7a7ecc636c8b6561d812fb66297b232393f5');
INSERT INTO "entries" VALUES(5,1,1795439290140,'subaccount_new','operator','[{"type":"SubaccountCreated","subaccount":{"account_id":"acc_1","subaccount_id":"sa_2","name":"Desk two"}}]','4f80aa928fb4c8d1d213ce60ae4af4d8c4b881cec0be223909864396dfb3909c');
INSERT INTO "entries" VALUES(6,1,1795439290143,'key_new','operator','[{"type":"KeyCreated","key":{"key_id":"key_1a25470b9f8162fb","account_id":"acc_1","public_key":"1dhyjmVj6UlT/JzZle+OQVkNIqBpGeFqcdi07b1l9lA=","permissions":["read","trade","risk"],"subaccounts":"*","status":"ACTIVE","expires_at":null,"created_at":1795439290143}}]','ca4bf6f0d5132b1e63a8eb73e9d2882d99983a155a4af9ef4ce7258e22d264bb');
INSERT INTO "entries" VALUES(7,1,1795439290196,'pair_link','operator','[{"type":"OperatorActed","act":"pair_link","detail":"acc_1"}]','e93e7f0608d2066d05d8a8cdde172f0c67eadf21344e77242ef70c8043c5958f');
INSERT INTO "entries" VALUES(8,1,1795439290426,'submit','key_1a25470b9f8162fb','[{"type":"InstrumentBound","instrument_id":1001,"venue":"Demo","venue_instrument_id":"RAIN-LON-27JUL21"},{"type":"OrderAccepted","order":{"id":"ord_1","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"resting","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-1-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290425,"updated_at":1795439290425}}]','9d599f4137a0c56eae60bf1893d5958308c01f7cf51a8fc28ae1c3ab1ec865ff');
INSERT INTO "entries" VALUES(9,1,1795439290451,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_1","leg":1,"venue_order_id":"D-1"},{"type":"OrderAnswered","order_id":"ord_1"}]','1ac413335a45d28f2a7b7c0b9179147ee19aea53c303ab7afbfd98643aa300c0');
INSERT INTO "entries" VALUES(10,1,1795439290470,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_2","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"filled","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|MARKET|IOC||1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"MARKET","tif":"IOC","expires_at":null,"price":null,"price_text":null,"qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-2-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":null,"qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":null,"cancel_reason":null,"created_at":1795439290470,"updated_at":1795439290470}}]','1d8ead6247615499b075955a38e47549d5e3998148afca106d77ea68c49ba2d8');
INSERT INTO "entries" VALUES(11,1,1795439290473,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_2","leg":1,"venue_order_id":"D-2"},{"type":"FillRecorded","fill":{"id":"fil_1","order_id":"ord_2","leg":1,"client_order_id":"filled","account_id":"acc_1","subaccount_id":"sa_1","instrument_id":1001,"venue":"Demo","venue_trade_id":"T-2","side":"BUY","outcome":"YES","price":"0.49","qty":"10","fee":"0","liquidity":"TAKER","realized_pnl":"0","timestamp":1795439290472}},{"type":"OrderAnswered","order_id":"ord_2"}]','105b5a1a58730680ff35a0608debf66ac76400b9534b08d75c8f0f99598cd79b');
INSERT INTO "entries" VALUES(12,1,1795439290479,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_3","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"no","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|NO|LIMIT|GTC|3000000|1200000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"NO","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.03","price_text":"0.03","qty":"12","qty_text":"12","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"NO","client_id":"cb-3-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":"0.03","qty":"12","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.03","cancel_reason":null,"created_at":1795439290479,"updated_at":1795439290479}}]','0460fdd9ebd2fd4b7bc9fd7a5ba545590d310bff7507b27a862d9e4ef67c30a0');
INSERT INTO "entries" VALUES(13,1,1795439290481,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_3","leg":1,"venue_order_id":"D-3"},{"type":"OrderAnswered","order_id":"ord_3"}]','f30f94a766a0e805364959be44e5afd201dda930a3aaec787764667824e39bd4');
INSERT INTO "entries" VALUES(14,1,1795439290502,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_4","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"sold","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||SELL|YES|MARKET|IOC||400000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"SELL","outcome":"YES","type":"MARKET","tif":"IOC","expires_at":null,"price":null,"price_text":null,"qty":"4","qty_text":"4","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-4-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":null,"qty":"4","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":null,"cancel_reason":null,"created_at":1795439290502,"updated_at":1795439290502}}]','96b51414ed9ee73f8cf1a6a1a7eaf887567104492c8d0a39ff7a0dcb324fb620');
INSERT INTO "entries" VALUES(15,1,1795439290504,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_4","leg":1,"venue_order_id":"D-4"},{"type":"FillRecorded","fill":{"id":"fil_2","order_id":"ord_4","leg":1,"client_order_id":"sold","account_id":"acc_1","subaccount_id":"sa_1","instrument_id":1001,"venue":"Demo","venue_trade_id":"T-3","side":"SELL","outcome":"YES","price":"0.46","qty":"4","fee":"0","liquidity":"TAKER","realized_pnl":"-0.12","timestamp":1795439290503}},{"type":"OrderAnswered","order_id":"ord_4"}]','44fb97d3a798aabc14ba68e2eeabca608fc5e7da360080b674ee573760eae547');
INSERT INTO "entries" VALUES(16,1,1795439290517,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_5","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"cancelled","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-5-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290517,"updated_at":1795439290517}}]','3daed10682f8cfe20813abe2c159b312018198ac67c6ccb37d4b6354da0ca138');
INSERT INTO "entries" VALUES(17,1,1795439290519,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_5","leg":1,"venue_order_id":"D-5"},{"type":"OrderAnswered","order_id":"ord_5"}]','91e5839061b6d513d89439116266f5ed8a44a1e766ed3efbafb6e8e0c6610c48');
INSERT INTO "entries" VALUES(18,1,1795439290535,'cancel','key_1a25470b9f8162fb','[{"type":"CancelRequested","order_id":"ord_5","reason":"user_cancel"}]','fed57dd1d9651f729761d9c2e564000befd830e5dc6a03549da4e2654c538ef0');
INSERT INTO "entries" VALUES(19,1,1795439290542,'cancel_reply','Demo','[{"type":"LegClosed","order_id":"ord_5","leg":1,"status":"CANCELLED","reason":"user_cancel"}]','5d8e69404582e47098ced3886a8a4857311ff5a692646f4a18e13ba666d34e0f');
INSERT INTO "entries" VALUES(20,1,1795439290545,'call','key_1a25470b9f8162fb','[{"type":"CallAnswered","call":{"method":"DELETE","target":"/v1/orders/ord_5","body_sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","request_id":"req_7ed9a0cb7","error":null}}]','734b2de8b76746749d3c1a10bf36500aaffd70a5050a294dba72536e06088a52');
INSERT INTO "entries" VALUES(21,1,1795439290550,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_6","account_id":"acc_1","subaccount_id":"sa_2","client_order_id":"amended","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_2|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-6-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290550,"updated_at":1795439290550}}]','57f192d9bb08014bc019cc83c5802a693b18e04c0f2cb8b40da67700f4454f83');
INSERT INTO "entries" VALUES(22,1,1795439290553,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_6","leg":1,"venue_order_id":"D-6"},{"type":"OrderAnswered","order_id":"ord_6"}]','00515bb583cf012ea7685b1b96ea52b58d98c4b9a5d22385c9b6c2af5c782abc');
INSERT INTO "entries" VALUES(23,1,1795439290559,'amend','key_1a25470b9f8162fb','[{"type":"AmendRequested","order_id":"ord_6","change":{"price":"0.03","price_text":"0.03","qty":"7","qty_text":"7","tif":null,"expires_at":null,"legs":[{"leg":1,"price":"0.03","qty":"7"}]}}]','31a17f5b54e190e021ef0f2fc1638ec88b85ef944fd8106c34b8a30d8bde85b2');
INSERT INTO "entries" VALUES(24,1,1795439290562,'amend_reply','Demo','[{"type":"LegAmended","order_id":"ord_6","leg":1,"price":"0.03","qty":"7"},{"type":"AmendConfirmed","order_id":"ord_6"}]','502bd913b503c1a9893301483d214d0da4b2ca6751aaa804a1bd0378aa207dbc');
INSERT INTO "entries" VALUES(25,1,1795439290564,'call','key_1a25470b9f8162fb','[{"type":"CallAnswered","call":{"method":"PATCH","target":"/v1/orders/ord_6","body_sha256":"3e183cf1ea480a1aa95a7d50e12b561f10ea034471916cfb22822fe3c94ee637","request_id":"req_7ed9a0cb9","error":null}}]','cebb25d3e70bb0c3b37a9b59007f4306808d459f522164072867931e0fb98d01');
INSERT INTO "entries" VALUES(26,1,1795439290571,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_7","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"ioc","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|IOC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"IOC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-7-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290571,"updated_at":1795439290571}}]','3cd50ab25ccf14e9c3e4ebdcd3342148eae1237bad910649f34fe5b52cf49c58');
INSERT INTO "entries" VALUES(27,1,1795439290572,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_7","leg":1,"venue_order_id":"D-7"},{"type":"LegClosed","order_id":"ord_7","leg":1,"status":"CANCELLED","reason":"ioc_remainder"},{"type":"OrderAnswered","order_id":"ord_7"}]','b779cb308b613bf08778cc4b03577c3cb0cf85611098d382cef4f44dc87fc523');
INSERT INTO "entries" VALUES(28,1,1795439290576,'submit','key_1a25470b9f8162fb','[{"type":"OrderAccepted","order":{"id":"ord_8","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"gtd","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTD|2000000|1000000000|DIRECT||2082758400000","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTD","expires_at":2082758400000,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"PENDING_SUBMISSION","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-8-1-1","venue_order_id":null,"status":"PENDING_SUBMISSION","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290576,"updated_at":1795439290576}}]','63b17941e814c22f427fe6880f7d3b280bf3da5a017c3566c5978d1cc351c1f4');
INSERT INTO "entries" VALUES(29,1,1795439290577,'venue_reply','Demo','[{"type":"LegAcknowledged","order_id":"ord_8","leg":1,"venue_order_id":"D-8"},{"type":"OrderAnswered","order_id":"ord_8"}]','d27dd34b4a45305dbf8c82b615bc09312ccad89d59b1eea0691112943d38c8ef');
INSERT INTO "entries" VALUES(30,1,1795439290583,'set_limits','key_1a25470b9f8162fb','[{"type":"LimitsSet","limits":{"account_id":"acc_1","subaccount_id":"sa_1","max_order_qty":null,"max_order_qty_text":null,"max_position_qty":null,"max_position_qty_text":null,"max_open_orders":50,"updated_at":1795439290583}}]','6ea4a42425964e7951644e3aeaedb0b809b5f1f11828c6763a5017725002823c');
INSERT INTO "entries" VALUES(31,1,1795439290585,'call','key_1a25470b9f8162fb','[{"type":"CallAnswered","call":{"method":"PUT","target":"/v1/risk/limits","body_sha256":"ceaa2748a17db60cebeee231ceafd504b549ce7d59100775c3825389c0f183b4","request_id":"req_7ed9a0cbd","error":null}}]','11af39a3ba3b4f56bf1d0238d2ae66c116bb77478576b3e40175ddb09e03784b');
INSERT INTO "entries" VALUES(32,1,1795439290588,'kill_switch','key_1a25470b9f8162fb','[{"type":"KillSwitchSet","kill_switch":{"account_id":"acc_1","subaccount_id":null,"enabled":true,"updated_at":1795439290588}}]','b0cd92260e09ef002ce1e50425ffdfcb71246e47a8971e7860b44c5b8cc169d9');
INSERT INTO "entries" VALUES(33,1,1795439290589,'call','key_1a25470b9f8162fb','[{"type":"CallAnswered","call":{"method":"POST","target":"/v1/risk/kill-switch","body_sha256":"26b3426b2593763c96d0890b4a77a0bbf66d13fc512b0c6b138a23c290f30a2a","request_id":"req_7ed9a0cbe","error":null}}]','904cb779affe9352e218e0d5deba7484236398f9cd05020b228947547a5d7ce3');
INSERT INTO "entries" VALUES(34,1,1795439290592,'call','key_1a25470b9f8162fb','[{"type":"CallAnswered","call":{"method":"POST","target":"/v1/orders","body_sha256":"380ddcac0efb3b4ff5e194e5943e89e82d5c67d89d1148575e20543ccdc775a5","request_id":"req_7ed9a0cbf","error":"kill_switch"}}]','6a7b9f50d801a19659811161bb6c67968398e35d721367af61aab4940c0d5608');
INSERT INTO "entries" VALUES(35,1,1795439290593,'kill_switch','key_1a25470b9f8162fb','[{"type":"KillSwitchSet","kill_switch":{"account_id":"acc_1","subaccount_id":null,"enabled":false,"updated_at":1795439290593}}]','0ec10ca0f223492e09eef998dea5a12e8df3804643fbf3f908a0878472a8420b');
INSERT INTO "entries" VALUES(36,1,1795439290594,'call','key_1a25470b9f8162fb','[{"type":"CallAnswered","call":{"method":"POST","target":"/v1/risk/kill-switch","body_sha256":"5acf3ff77b4420677b5923071f303facaba7a9273a346284a667a275df325146","request_id":"req_7ed9a0cbg","error":null}}]','cadc273092deee1132b32d5eefc3db1bcf1715884b934866e394f03426028648');
INSERT INTO "entries" VALUES(37,1,1795439291555,'key_new','operator','[{"type":"KeyCreated","key":{"key_id":"key_d8281c892d547ec7","account_id":"acc_1","public_key":"WgX8dnEPoU/8LkFTrbsVfyLtgg82juFIP8xxc1k0+Ns=","permissions":["read"],"subaccounts":"*","status":"ACTIVE","expires_at":null,"created_at":1795439291555}}]','249b487544d5215aacd961c86a1b1854ffa68fd58a29664dfc14010830f0f25e');
INSERT INTO "entries" VALUES(38,1,1795439294145,'account_new','operator','[{"type":"AccountCreated","account_id":"acc_2"}]','05bcc76ebbb7a39f5b831c1227252e515a0d0f770a34d0583b6557d051cf9980');
INSERT INTO "entries" VALUES(39,2,1795439297285,'start','operator','[{"type":"ServiceStarted","version":"1.1.0","profile":"sandbox","settings":[{"name":"port","value":"0"},{"name":"sandbox.exchanges","value":"false"},{"name":"rate.read.per_second","value":"1000000"},{"name":"rate.read.burst","value":"1000000"},{"name":"rate.write.per_second","value":"1000000"},{"name":"rate.write.burst","value":"1000000"},{"name":"rate.risk.per_second","value":"1000000"},{"name":"rate.risk.burst","value":"1000000"},{"name":"rate.failed_auth.per_second","value":"1000000"},{"name":"rate.failed_auth.burst","value":"1000000"},{"name":"log.level","value":"\"warn\""}]}]','181f13122ea67e1e640120513ccf08920cebd740e6f74895c60cd766a25d6a4b');
INSERT INTO "entries" VALUES(40,2,1795439297895,'reconciled','Demo','[{"type":"VenueMarkAdvanced","venue":"Demo","mark":"15"}]','136816a8ab50568dbe4133476411166e12cb9f7fcd8ffd40eacb710d5ce76c77');
INSERT INTO "entries" VALUES(41,2,1795439298051,'pair_link','operator','[{"type":"OperatorActed","act":"pair_link","detail":"acc_1"}]','963d846630bc4cf64b9dfa0f0d96e165908fbf010f2ff22df4a84a886dd20b1b');
CREATE TABLE epochs (epoch INTEGER PRIMARY KEY, opened_at INTEGER NOT NULL, pid INTEGER NOT NULL) STRICT;
INSERT INTO "epochs" VALUES(1,1795439288178,17834);
INSERT INTO "epochs" VALUES(2,1795439296842,17952);
CREATE TABLE fills (
    number INTEGER PRIMARY KEY,
    order_number INTEGER,
    leg INTEGER,
    client_order_id TEXT,
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    venue_trade_id TEXT NOT NULL,
    side TEXT NOT NULL,
    outcome TEXT NOT NULL,
    price TEXT NOT NULL,
    qty TEXT NOT NULL,
    fee TEXT NOT NULL,
    liquidity TEXT NOT NULL,
    realized_pnl TEXT NOT NULL,
    timestamp INTEGER NOT NULL
  , generation INTEGER NOT NULL DEFAULT 1, settlement TEXT NOT NULL DEFAULT 'FINAL', voids INTEGER) STRICT;
INSERT INTO "fills" VALUES(1,2,1,'filled','acc_1','sa_1',1001,'Demo','T-2','BUY','YES','0.49','10','0','TAKER','0',1795439290472,1,'FINAL',NULL);
INSERT INTO "fills" VALUES(2,4,1,'sold','acc_1','sa_1',1001,'Demo','T-3','SELL','YES','0.46','4','0','TAKER','-0.12',1795439290503,1,'FINAL',NULL);
CREATE TABLE installation (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL) STRICT;
INSERT INTO "installation" VALUES(1,'f9d825a82dedce3c8354114e0227588b');
CREATE TABLE keys (
    key_id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL,
    public_key TEXT NOT NULL,
    permissions TEXT NOT NULL,
    subaccounts TEXT NOT NULL,
    status TEXT NOT NULL,
    expires_at INTEGER,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
INSERT INTO "keys" VALUES('key_1a25470b9f8162fb','acc_1','1dhyjmVj6UlT/JzZle+OQVkNIqBpGeFqcdi07b1l9lA=','["read","trade","risk"]','"*"','ACTIVE',NULL,1795439290143);
INSERT INTO "keys" VALUES('key_d8281c892d547ec7','acc_1','WgX8dnEPoU/8LkFTrbsVfyLtgg82juFIP8xxc1k0+Ns=','["read"]','"*"','ACTIVE',NULL,1795439291555);
CREATE TABLE kill_switches (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "kill_switches" VALUES('acc_1','',0,1795439290593);
CREATE TABLE leg_names (
    venue TEXT NOT NULL,
    client_id TEXT NOT NULL,
    order_number INTEGER NOT NULL,
    leg INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (venue, client_id)
  ) STRICT, WITHOUT ROWID;
CREATE TABLE limits (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    max_order_qty TEXT,
    max_order_qty_text TEXT,
    max_position_qty TEXT,
    max_position_qty_text TEXT,
    max_open_orders INTEGER,
    updated_at INTEGER,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "limits" VALUES('acc_1','sa_1',NULL,NULL,NULL,NULL,50,1795439290583);
CREATE TABLE order_entries (
    order_number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (order_number, seq)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "order_entries" VALUES(1,8);
INSERT INTO "order_entries" VALUES(1,9);
INSERT INTO "order_entries" VALUES(2,10);
INSERT INTO "order_entries" VALUES(2,11);
INSERT INTO "order_entries" VALUES(3,12);
INSERT INTO "order_entries" VALUES(3,13);
INSERT INTO "order_entries" VALUES(4,14);
INSERT INTO "order_entries" VALUES(4,15);
INSERT INTO "order_entries" VALUES(5,16);
INSERT INTO "order_entries" VALUES(5,17);
INSERT INTO "order_entries" VALUES(5,18);
INSERT INTO "order_entries" VALUES(5,19);
INSERT INTO "order_entries" VALUES(6,21);
INSERT INTO "order_entries" VALUES(6,22);
INSERT INTO "order_entries" VALUES(6,23);
INSERT INTO "order_entries" VALUES(6,24);
INSERT INTO "order_entries" VALUES(7,26);
INSERT INTO "order_entries" VALUES(7,27);
INSERT INTO "order_entries" VALUES(8,28);
INSERT INTO "order_entries" VALUES(8,29);
CREATE TABLE orders (
    number INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    client_order_id TEXT,
    instrument_id INTEGER,
    status TEXT NOT NULL,
    state TEXT NOT NULL,
    answer TEXT
  ) STRICT;
INSERT INTO "orders" VALUES(1,'acc_1','sa_1','resting',1001,'OPEN','{"id":"ord_1","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"resting","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"OPEN","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-1-1-1","venue_order_id":"D-1","status":"OPEN","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290425,"updated_at":1795439290451}','');
INSERT INTO "orders" VALUES(2,'acc_1','sa_1','filled',1001,'FILLED','{"id":"ord_2","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"filled","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|MARKET|IOC||1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"MARKET","tif":"IOC","expires_at":null,"price":null,"price_text":null,"qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"FILLED","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-2-1-1","venue_order_id":"D-2","status":"FILLED","reason":null,"price":null,"qty":"10","filled_qty":"10","filled_notional":"4.9"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":null,"cancel_reason":null,"created_at":1795439290470,"updated_at":1795439290473}','');
INSERT INTO "orders" VALUES(3,'acc_1','sa_1','no',1001,'OPEN','{"id":"ord_3","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"no","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|NO|LIMIT|GTC|3000000|1200000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"NO","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.03","price_text":"0.03","qty":"12","qty_text":"12","routing":{"mode":"DIRECT","venues":null},"status":"OPEN","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"NO","client_id":"cb-3-1-1","venue_order_id":"D-3","status":"OPEN","reason":null,"price":"0.03","qty":"12","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.03","cancel_reason":null,"created_at":1795439290479,"updated_at":1795439290481}','');
INSERT INTO "orders" VALUES(4,'acc_1','sa_1','sold',1001,'FILLED','{"id":"ord_4","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"sold","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||SELL|YES|MARKET|IOC||400000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"SELL","outcome":"YES","type":"MARKET","tif":"IOC","expires_at":null,"price":null,"price_text":null,"qty":"4","qty_text":"4","routing":{"mode":"DIRECT","venues":null},"status":"FILLED","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-4-1-1","venue_order_id":"D-4","status":"FILLED","reason":null,"price":null,"qty":"4","filled_qty":"4","filled_notional":"1.84"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":null,"cancel_reason":null,"created_at":1795439290502,"updated_at":1795439290504}','');
INSERT INTO "orders" VALUES(5,'acc_1','sa_1','cancelled',1001,'CANCELLED','{"id":"ord_5","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"cancelled","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"CANCELLED","reason":"user_cancel","legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-5-1-1","venue_order_id":"D-5","status":"CANCELLED","reason":"user_cancel","price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":"user_cancel","created_at":1795439290517,"updated_at":1795439290542}','{"id":"ord_5","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"cancelled","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"OPEN","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-5-1-1","venue_order_id":"D-5","status":"OPEN","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290517,"updated_at":1795439290519}');
INSERT INTO "orders" VALUES(6,'acc_1','sa_2','amended',1001,'OPEN','{"id":"ord_6","account_id":"acc_1","subaccount_id":"sa_2","client_order_id":"amended","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_2|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.03","price_text":"0.03","qty":"7","qty_text":"7","routing":{"mode":"DIRECT","venues":null},"status":"OPEN","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-6-1-1","venue_order_id":"D-6","status":"OPEN","reason":null,"price":"0.03","qty":"7","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.03","cancel_reason":null,"created_at":1795439290550,"updated_at":1795439290562}','{"id":"ord_6","account_id":"acc_1","subaccount_id":"sa_2","client_order_id":"amended","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_2|1001||BUY|YES|LIMIT|GTC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"OPEN","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-6-1-1","venue_order_id":"D-6","status":"OPEN","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290550,"updated_at":1795439290553}');
INSERT INTO "orders" VALUES(7,'acc_1','sa_1','ioc',1001,'CANCELLED','{"id":"ord_7","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"ioc","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|IOC|2000000|1000000000|DIRECT||","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"IOC","expires_at":null,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"CANCELLED","reason":"ioc_remainder","legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-7-1-1","venue_order_id":"D-7","status":"CANCELLED","reason":"ioc_remainder","price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290571,"updated_at":1795439290572}','');
INSERT INTO "orders" VALUES(8,'acc_1','sa_1','gtd',1001,'OPEN','{"id":"ord_8","account_id":"acc_1","subaccount_id":"sa_1","client_order_id":"gtd","key_id":"key_1a25470b9f8162fb","fingerprint":"sa_1|1001||BUY|YES|LIMIT|GTD|2000000|1000000000|DIRECT||2082758400000","instrument_id":1001,"generic_asset_id":null,"side":"BUY","outcome":"YES","type":"LIMIT","tif":"GTD","expires_at":2082758400000,"price":"0.02","price_text":"0.02","qty":"10","qty_text":"10","routing":{"mode":"DIRECT","venues":null},"status":"OPEN","reason":null,"legs":[{"leg":1,"generation":1,"venue":"Demo","instrument_id":1001,"venue_instrument_id":"RAIN-LON-27JUL21","outcome":"YES","client_id":"cb-8-1-1","venue_order_id":"D-8","status":"OPEN","reason":null,"price":"0.02","qty":"10","filled_qty":"0","filled_notional":"0"}],"fees":"0","pending_action":null,"pending_amend":null,"loosest_price":"0.02","cancel_reason":null,"created_at":1795439290576,"updated_at":1795439290577}','');
CREATE TABLE positions (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    instrument_id INTEGER NOT NULL,
    venue TEXT NOT NULL,
    net TEXT NOT NULL,
    cost TEXT NOT NULL,
    realized_pnl TEXT NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, subaccount_id, instrument_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "positions" VALUES('acc_1','sa_1',1001,'Demo','6','2.94','-0.12',1795439290504);
CREATE TABLE signatures (
    number INTEGER PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    signatures TEXT NOT NULL
  ) STRICT;
INSERT INTO "signatures" VALUES(1,1795439350379,'H4KNcmeLVwInyeLTkXS6lEGLw9rciyMEyXvadiNrXTnXrL7CMxETQu6P7I/ScI66eA+J56TGTjfUgKS0e8atAw==');
INSERT INTO "signatures" VALUES(2,1795439350469,'N/lY/frEbrNtb/geqYWs9mtXE6d71B1MabBJYgwqOwIetLC1R74Y18UPmknc+IUt0UUAKnFa16PekqJqHxrKAw==');
INSERT INTO "signatures" VALUES(3,1795439350478,'w6YIExy+qHreYXhvcf+/QF+IIZx9BeZHBO1blpQPIxzVi+Qkfn8RDw2rvX136Q3D6LHBl48CD20HinYoDWgECA==');
INSERT INTO "signatures" VALUES(4,1795439350501,'M5MTTALkFWlnQbwMs+2F2PIrfuG+9NlCr0iPTVSArRxT4RllpFSKVBRbMFFybH1+a4E4QyWkLU6SzBrBlk1XCA==');
INSERT INTO "signatures" VALUES(5,1795439350517,'hVEd0qEsm/PfBeJ58/cnuVO3Gv6Fiuun4nYybyP189WE0yt/JPnbq3cE7fFv8INXqmXNOBuO40KBPb+PaIDUDA==');
INSERT INTO "signatures" VALUES(6,1795439350534,'iHa/dpggwg/jU3Fne7LUi5UgFA9zGkpbQkaiEcBFlGVGKlQSnPfgpUPTLQFUqcUOXqlTk7xGznqI14FIcNbgAg==');
INSERT INTO "signatures" VALUES(7,1795439350550,'mAHUwoFjWjDyx1HjXAE4v6e5hDe/Z5Nlva5H54PgLicc5AGdRh6dDAQXef+RlwPNeU1JJ/aA0DhUfJs6IqZBAQ==');
INSERT INTO "signatures" VALUES(8,1795439350558,'V3zEElmTGv4oTf9frMzpS5kfD/66luj9ngH5lsd9vtLOPAW+Bwh9E4i7xijd/MjK/ZHptg04Uk0sEULk0eVXBw==');
INSERT INTO "signatures" VALUES(9,1795439350571,'Jz8uTRg84n7vz9C1cO6xtcLxQuyRq0+MjCj/cGNb0OLCH6Z989SfFoBxomdg4IZr6bSsWJin3zN06Rvtmh1PBQ==');
INSERT INTO "signatures" VALUES(10,1795439350575,'z4RDrILO09efKlnf000MyDT+2uj0TB6GTdUKgACn5kLh8WN+q9LHhPJGO29SLd6QP1uKYoyvj3o652k7QiJIBw==');
INSERT INTO "signatures" VALUES(11,1795439350583,'86SMD20N9jO085u6gjR3luLBsd3p2svOR7dPv6v0X4kM/RG2QHH8jwa+rBSgDySI5ZcxUPBxMWqXvZwgh9vwBA==');
INSERT INTO "signatures" VALUES(12,1795439350588,'4PGIS3RZKk1dEnuw7oJwGu2Y4r2wHZHiGnwUygb3XyoKvPw/4nCSXKPbkFBJkaUTM6Xpk3F61JbmJi5guIpTDA==');
INSERT INTO "signatures" VALUES(13,1795439350591,'n7+adWwBi3CxQsDFtRTCxFj0mbfAHP1A4/WuwlKOWa10XpfnP2qQF+DCCJxHpzPJX0G3A/uq/BdIhltSoaKiAQ==');
INSERT INTO "signatures" VALUES(14,1795439350593,'GSQTHmA129epCkv+zWvzw14ZipvRtDFIJcdQuEyohKEymPBHCOqWEImU5rf1hiNCosBhesYXx4btaFS36UdaCQ==');
CREATE TABLE subaccounts (
    account_id TEXT NOT NULL,
    subaccount_id TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (account_id, subaccount_id)
  ) STRICT, WITHOUT ROWID;
INSERT INTO "subaccounts" VALUES('acc_1','sa_1','Desk one');
INSERT INTO "subaccounts" VALUES('acc_1','sa_2','Desk two');
CREATE TABLE venue_marks (venue TEXT PRIMARY KEY, mark TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "venue_marks" VALUES('Demo','15');
CREATE UNIQUE INDEX orders_once ON orders (account_id, client_order_id) WHERE client_order_id IS NOT NULL;
CREATE INDEX orders_of_subaccount ON orders (account_id, subaccount_id);
CREATE INDEX orders_live ON orders (account_id, subaccount_id)
    WHERE status IN ('PENDING_SUBMISSION', 'OPEN', 'PARTIAL');
CREATE UNIQUE INDEX fills_once ON fills (order_number, leg, venue, venue_trade_id)
    WHERE order_number IS NOT NULL;
CREATE UNIQUE INDEX settlements_once ON fills (account_id, subaccount_id, instrument_id, venue_trade_id)
    WHERE order_number IS NULL;
CREATE INDEX fills_of_subaccount ON fills (account_id, subaccount_id);
CREATE INDEX signatures_by_expiry ON signatures (expires_at);
CREATE INDEX fills_pending ON fills (number) WHERE settlement = 'PENDING';
CREATE INDEX entries_of_assets ON entries (seq) WHERE cause IN ('asset_review', 'asset_suspend');
COMMIT;
PRAGMA user_version = 6;

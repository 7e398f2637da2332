(* ::Package:: *)
(* Objects with state: definitions for built-in functions, conditions, confirmations, operator forms, cleanup. *)

BeginPackage["ObjectStore`"];

StoreCreate::usage = "StoreCreate[name] gives a new, empty Store.";
StorePut::usage = "StorePut[store, key -> value] keeps a value; StorePut[store, rules] keeps several.";
StoreGet::usage = "StoreGet[store, key] gives a value.";
StoreQuery::usage = "StoreQuery[store, pattern] gives the values that match an association's pattern.";
Store::usage = "Store[id] represents a store.";
Store::nokey = "The store `1` has no key `2`.";
$StoreLog::usage = "$StoreLog is the list of what was done.";

Begin["`Private`"];

$StoreLog = {};
$stores = <||>;
$count = 0;

StoreCreate[name_String : "store"] := With[{id = ++$count},
  $stores[id] = <|"Name" -> name, "Data" -> <||>|>;
  Store[id]];

storeQ[Store[id_Integer]] := KeyExistsQ[$stores, id];
storeQ[_] := False;

StorePut[s : Store[id_], key_ -> value_] /; storeQ[s] := WithCleanup[
  $stores[id, "Data", key] = value, AppendTo[$StoreLog, {"Put", key}]];
StorePut[s_Store, rules_List] := (Scan[StorePut[s, #] &, rules]; s);
StorePut[rules_][s_Store] := StorePut[s, rules];

StoreGet[s : Store[id_], key_] := Module[{data = $stores[id]["Data"]}, data[key] /; KeyExistsQ[data, key]];
StoreGet[s_Store, key_] := (Message[Store::nokey, s, key]; Missing["NoKey", key]);

StoreQuery[s : Store[id_], pattern_] := Enclose[
  ConfirmAssert[storeQ[s]];
  Confirm[Cases[Values[$stores[id, "Data"]], KeyValuePattern[pattern]]],
  Failure["StoreQuery", <|"MessageTemplate" -> "no such store: `1`", "MessageParameters" -> {id}|>] &];

Store /: Length[s : Store[id_]] := Length[$stores[id, "Data"]] /; storeQ[s];
Store /: Keys[s : Store[id_]] := Keys[$stores[id, "Data"]] /; storeQ[s];
Store[id_]["Name"] := $stores[id, "Name"];
Format[s : Store[id_]] /; storeQ[s] := "Store[<" <> $stores[id, "Name"] <> ">]";

End[];
EndPackage[];
